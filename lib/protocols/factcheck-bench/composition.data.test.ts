import { expect, it } from 'vitest'
import type { CompositionCell, EarlierGold, GoldSummary, Json, Stage } from '@/lib/protocols/protocol'
import { expectedIn, recordsIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { composition } from './composition'
import { decomposeStage } from './decompose'
import { formats } from './formats'
import { mergeStage } from './merge'
import { verifyStage } from './verify'

const BENCHMARK = 'factcheckbench/factcheck-GPT-benchmark.jsonl'
const NEEDS = { files: [BENCHMARK], expected: ['factcheckbench'] }

type Counts = Record<string, number>
interface Expected {
  documents: number
  sentences: number
  checkworthy_sentences: number
  claims: number
  checkworthy_claims: number
  evidence_pairs: number
  sentence_checkworthiness: Counts
  sentence_importance: Counts
  claim_checkworthiness: Counts
  claim_importance: Counts
  auto_evidence_enough: Counts
  needs_edit: Counts
  stance: Counts
  response_factuality_field: Counts
  factual_state: Counts
  docs_with_false_claim: number
  docs_with_not_enough_evidence: number
  deleted_sentences: number
  false_docs_norm_edit_distance: number
  false_docs_word_overlap: number
}

const stages: readonly Stage[] = [decomposeStage, verifyStage, mergeStage]

/** One record through its reader, and each stage's units and roll-up from the gold before it. */
function summaryOf(record: Json, position: number): GoldSummary {
  const read = formats.find((format) => format.recognises(record))?.read(record)
  if (!read?.ok || !read.record.answers) throw new Error(`line ${position + 1}: ${JSON.stringify(read)}`)
  const { content, answers, segments } = read.record
  const gold: Record<string, EarlierGold[string]> = {}
  const rollUps: Record<string, { [key: string]: Json }> = {}
  for (const stage of stages) {
    const units = stage.units(content, segments ?? [], gold)
    const own = answers[stage.key] ?? {}
    gold[stage.key] = { units, answers: own }
    rollUps[stage.key] = stage.rollUp({ content, units }, own)
  }
  return { position, content, stages: rollUps }
}

describeData('the composition of the published records', NEEDS, (folder) => {
  const expected = expectedIn<Expected>(folder, 'factcheckbench')
  const golds = recordsIn(folder, BENCHMARK).map(summaryOf)

  const panel = (key: string, rule?: string) => composition.panels(golds, rule).find((each) => each.key === key)
  const values = (cells: readonly CompositionCell[] | undefined) => cells?.map(({ value }) => value)
  const row = (key: string, name: string, rule?: string) =>
    panel(key, rule)?.rows.find((each) => each.key === name)?.cells

  /** Counts of a column by value, without those of 0. */
  const column = (key: string, at = 0) =>
    Object.fromEntries(
      (panel(key)?.rows ?? []).flatMap(({ key: value, cells }) => (cells[at]?.part ? [[value, cells[at].part]] : [])),
    )

  it('has their sizes', () => {
    expect(values(row('sizes', 'all'))?.slice(0, 6)).toEqual([
      expected.documents,
      expected.sentences,
      expected.checkworthy_sentences,
      expected.claims,
      expected.checkworthy_claims,
      expected.evidence_pairs,
    ])
  })

  it('divides sentences, claims and evidence alike', () => {
    expect(column('sentence-checkworthiness')).toEqual(expected.sentence_checkworthiness)
    expect(column('sentence-importance')).toEqual(expected.sentence_importance)
    expect(column('claim-types')).toEqual(expected.claim_checkworthiness)
    expect(column('claim-importance')).toEqual(expected.claim_importance)
    expect(column('enough')).toEqual(expected.auto_evidence_enough)
    expect(column('stances')).toEqual(expected.stance)
    const { yes, no, ...others } = expected.needs_edit
    expect(column('verdicts')).toEqual({ true: no, false: yes, ...others })
  })

  it('labels responses alike by either rule', () => {
    const { True, False, NA } = expected.response_factuality_field
    expect(values(row('rules', 'released'))?.slice(0, 3)).toEqual([True, False, NA])
    expect(values(row('responses', 'all'))?.slice(1, 4)).toEqual([True, False, NA])
    const state = expected.factual_state
    expect(values(row('rules', 'paper'))?.slice(0, 3)).toEqual([state.true, state.false, state.NA])
    expect(values(row('responses', 'all', 'paper'))?.slice(1)).toEqual([
      state.true,
      state.false,
      state.NA,
      expected.docs_with_false_claim,
      expected.docs_with_not_enough_evidence,
    ])
  })

  it('was revised as much', () => {
    expect(row('revision', 'all')?.[2]?.value).toBe(expected.deleted_sentences)
    const [responses, , , , , edits, overlap] = row('revision', 'paper') ?? []
    expect(responses?.value).toBe(expected.factual_state.false)
    expect(edits?.value).toBeCloseTo(expected.false_docs_norm_edit_distance, 5)
    // The published measure rounds each pair to three decimals.
    expect(overlap?.value).toBeCloseTo(expected.false_docs_word_overlap, 4)
  })
})
