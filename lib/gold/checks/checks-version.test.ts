import { expect, it } from 'vitest'
import { protocols } from '@/lib/protocols'
import {
  benchmarkRecord,
  benchmarkSentence,
  goldOf,
  idleSentence,
} from '@/lib/protocols/factcheck-bench/formats/sample-documents'
import type { GoldRecord, Protocol } from '@/lib/protocols/protocol'
import { printOf, sampleGolds } from '@/tests/support/sample-golds'
import { CHECKS_VERSION } from './blocks'
import { contradictionsOf, labelSources } from './contradictions'
import { kindsOf } from './scan'

/**
 * What is found in sample gold under each version of the checks. Where this test fails, the built-in protocols find something else than they did, or
 * their questions are others, which the samples follow: raise `CHECKS_VERSION`, and write the new print down under it.
 */
const PRINTS: Readonly<Record<number, string>> = {
  1: 'dd14593eff15d228',
  // Of protocol files only, whose rules without a label contradicted others.
  2: 'dd14593eff15d228',
}

/** What is kept of the findings of a gold: which kinds there are, each as often as it is found. */
function foundIn({ linter, itemLabel, stages }: Protocol, gold: GoldRecord): string[] {
  const lint = linter?.check(gold).map(({ kind }) => kind) ?? []
  const stage = stages.find(({ key }) => key === itemLabel?.stage)
  const labelled = stage && gold.stages[stage.key]
  if (!itemLabel || !labelled) return lint
  const rollUp = stage.rollUp({ content: gold.content, units: labelled.units }, labelled.answers)
  const sources = labelSources(itemLabel, { rollUp, origin: 'imported' }, () => gold.source)
  return [...lint, ...contradictionsOf(sources)]
}

/** What is found in imported records alone, each where a sentence is changed so. */
const ODD: readonly Parameters<typeof benchmarkSentence>[0][] = [
  { human_evidence: ['Everybody knows.'] },
  { human_evidence: [' '] },
  { if_automatic_evidence_enough_to_verify: ['yes'] },
  { usedEvidence_index_in_revision: ['2 ,1'] },
  { usedEvidence_index_in_revision: ['-1'] },
  { revised_claims: ['Lake Baikal lies in Mongolia. '] },
  { auto_evidence: [['Twice.', 'Twice.']] },
  { claims_factuality_label: [true] },
  { if_claim_needs_edit: ['no'], claims_factuality_label: [true], sentence_factuality_label: true },
  { if_claim_needs_edit: ['not_enough_evidence'], claims_factuality_label: ['unknown'] },
]
const oddGolds = ODD.flatMap((changes) => {
  const record = benchmarkRecord([benchmarkSentence(changes), idleSentence()])
  return [record, { ...record, revised_response: record.response ?? null }].map((each) => goldOf(each))
})

const found: (readonly [id: string, kinds: string[][]])[] = protocols.map((protocol) => {
  const golds = [...sampleGolds(protocol), ...(protocol.id === 'factcheck-bench' ? oddGolds : [])]
  return [protocol.id, golds.map((gold) => foundIn(protocol, gold))]
})

it('is raised when other things are found in the same gold', () => {
  expect(PRINTS[CHECKS_VERSION]).toBe(printOf(found))
})

it('stands for gold in which everything is found that can be', () => {
  const kinds = new Set(found.flatMap(([, golds]) => golds).flat())
  const all = protocols.flatMap((protocol) => kindsOf(protocol).map(({ key }) => key))
  expect(all.filter((kind) => !kinds.has(kind))).toEqual([])
})
