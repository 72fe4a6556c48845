/** The published records, imported as gold, have the figures that were counted independently. */
import { expect, test } from 'vitest'
import { getChecks, unsettledContradictions } from '@/lib/gold/checks/queries'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { expectedIn, recordsOf, textIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { makeMember, makeProject } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import type { Panel } from './contract'
import { getDataset } from './queries'

const BENCHMARK = 'factcheckbench/factcheck-GPT-benchmark.jsonl'
const NEEDS = { files: [BENCHMARK], expected: ['factcheckbench'] }

interface Expected {
  documents: number
  sentences: number
  checkworthy_sentences: number
  claims: number
  checkworthy_claims: number
  evidence_pairs: number
  stance: Record<string, number>
  response_factuality_field: Record<string, number>
  factual_state: Record<string, number>
  docs_with_false_claim: number
  docs_with_not_enough_evidence: number
  deleted_sentences: number
  false_docs_norm_edit_distance: number
  false_docs_word_overlap: number
}
interface Claim {
  response_factuality: boolean | 'NA'
  sentences: Record<
    string,
    { sentence_checkworthiness: string; claims: string[]; if_claim_needs_edit: string[]; human_evidence: string[] } & {
      claim_checkworthiness: string[]
      if_automatic_evidence_enough_to_verify: string[]
    }
  >
}

/** Labels of a document by the two rules, and what the linter counts, from the file's own fields. */
function recount(document: Claim) {
  const sentences = Object.values(document.sentences).filter(
    ({ sentence_checkworthiness: is, claims }) => is === 'yes' && claims.length > 0,
  )
  const edits = sentences.flatMap((sentence) => sentence.if_claim_needs_edit)
  const label = (isFalse: boolean) => (sentences.length === 0 ? 'NA' : !isFalse)
  const missingUrls = Object.values(document.sentences).flatMap((sentence) =>
    sentence.claims.filter(
      (_, at) =>
        sentence.claim_checkworthiness[at] === 'factual' &&
        sentence.if_automatic_evidence_enough_to_verify[at] === 'no' &&
        !/https?:\/\/\S/.test(sentence.human_evidence[at] ?? ''),
    ),
  )
  return {
    released: label(edits.some((edit) => edit !== 'no')),
    paper: label(edits.some((edit) => edit === 'yes' || edit === 'not_enough_evidence')),
    missingUrls: missingUrls.length,
  }
}

const valuesOf = (panels: readonly Panel[], panel: string, row: string) =>
  panels
    .find(({ key }) => key === panel)
    ?.rows.find(({ key }) => key === row)
    ?.cells.map(({ value }) => value)

describeData('the published records as gold', NEEDS, (folder) => {
  test('have the counted composition, and the recounted contradictions', async () => {
    const lines = textIn(folder, BENCHMARK)
    const expected = expectedIn<Expected>(folder, 'factcheckbench')
    const project = await makeProject({ protocolId: 'factcheck-bench' })
    const manager = actorOf(await makeMember(project, 'manager'))
    await importFile(manager, project, lines)

    const { panels, items } = await getDataset(manager, project.id, { rule: 'paper' })
    expect(items).toBe(expected.documents)
    expect(valuesOf(panels, 'sizes', 'all')?.slice(0, 6)).toEqual([
      expected.documents,
      expected.sentences,
      expected.checkworthy_sentences,
      expected.claims,
      expected.checkworthy_claims,
      expected.evidence_pairs,
    ])
    const stances = panels.find(({ key }) => key === 'stances')?.rows ?? []
    expect(Object.fromEntries(stances.map(({ key, cells }) => [key, cells[0]?.part]))).toMatchObject(expected.stance)
    const { True, False, NA } = expected.response_factuality_field
    expect(valuesOf(panels, 'rules', 'released')?.slice(0, 3)).toEqual([True, False, NA])
    const state = expected.factual_state
    expect(valuesOf(panels, 'responses', 'all')?.slice(1)).toEqual([
      state.true,
      state.false,
      state.NA,
      expected.docs_with_false_claim,
      expected.docs_with_not_enough_evidence,
    ])
    const [count, , , , , distance, overlap] = valuesOf(panels, 'revision', 'paper') ?? []
    expect(count).toBe(state.false)
    expect(valuesOf(panels, 'revision', 'all')?.[2]).toBe(expected.deleted_sentences)
    expect(distance).toBeCloseTo(expected.false_docs_norm_edit_distance, 5)
    // The published measure rounds each pair to three decimals.
    expect(overlap).toBeCloseTo(expected.false_docs_word_overlap, 4)

    const documents = recordsOf<Claim>(lines)
    const recounted = documents.map((document) => ({ ...recount(document), stored: document.response_factuality }))
    const differ = recounted.map(({ released, paper }) => released !== paper)
    const unfit = recounted.map(({ released, paper, stored }) => stored !== released && stored !== paper)
    const checks = await getChecks(manager, project.id)
    const found = (kind: string) => checks.kinds.find(({ key }) => key === kind)?.findings
    expect(found('label-rules')).toBe(differ.filter(Boolean).length)
    expect(found('label-stored')).toBe(unfit.filter(Boolean).length)
    expect(found('missing-url')).toBe(recounted.reduce((sum, { missingUrls }) => sum + missingUrls, 0))
    const positions = documents.flatMap((_, index) => (differ[index] || unfit[index] ? [index + 1] : []))
    expect(positions.length).toBeGreaterThan(0)
    expect(checks.contradictions).toEqual({ items: positions.length, unsettled: positions.length })
    expect(await unsettledContradictions(prisma(), project.id)).toEqual({ count: positions.length, positions })
  })
})
