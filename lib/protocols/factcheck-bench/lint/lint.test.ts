import { describe, expect, it } from 'vitest'
import {
  benchmarkRecord,
  benchmarkSentence,
  goldOf,
  idleSentence,
} from '@/lib/protocols/factcheck-bench/formats/sample-documents'
import type { Answers, GoldRecord } from '@/lib/protocols/protocol'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { linter } from '.'
import { kinds } from './kinds'

/** What the linter says of gold, as `kind unit question`. */
const lint = (gold: GoldRecord) => linter.check(gold).map(({ kind, unit, question }) => `${kind} ${unit} ${question}`)
const lintRecord = (record: JsonRecord) => lint(goldOf(record))
const lintSentence = (changes: Parameters<typeof benchmarkSentence>[0]) =>
  lintRecord(
    benchmarkRecord([benchmarkSentence({ usedEvidence_index_in_revision: ['2'], ...changes }), idleSentence()]),
  )

const sound = benchmarkRecord([benchmarkSentence({ usedEvidence_index_in_revision: ['2'] }), idleSentence()])

/** Gold with the answers to one unit changed. */
function changed(stage: string, unit: string, values: Answers[string], source: JsonRecord = sound): GoldRecord {
  const gold = goldOf(source)
  const { units = [], answers = {} } = gold.stages[stage] ?? {}
  const own = { ...answers, [unit]: { ...answers[unit], ...values } }
  return { ...gold, stages: { ...gold.stages, [stage]: { units, answers: own } } }
}

describe('the linter', () => {
  it('finds nothing in sound gold', () => {
    expect(lintRecord(sound)).toEqual([])
  })

  it.each([
    [{ human_evidence: ['Everybody knows.'] }, ['missing-url s1.c1 ownEvidence']],
    [{ human_evidence: [' '] }, ['missing-url s1.c1 ownEvidence', 'blank-own-evidence s1.c1 ownEvidence']],
    [{ if_automatic_evidence_enough_to_verify: ['yes'] }, ['stale-own-evidence s1.c1 ownEvidence']],
    [{ usedEvidence_index_in_revision: ['2 ,1'] }, ['evidence-index s1.c1 references']],
    [{ usedEvidence_index_in_revision: ['3'] }, ['evidence-index s1.c1 references']],
    [{ usedEvidence_index_in_revision: ['-1'] }, ['no-reference s1.c1 references']],
    [{ revised_claims: [' '] }, ['blank-deletion s1.c1 correction']],
    [{ revised_claims: ['Lake Baikal lies in Mongolia. '] }, ['edit-unchanged s1.c1 revised']],
    [{ revised_decontext: '' }, ['blank-deletion s1 fate']],
    [{ decontext: ' ' }, ['empty-decontext s1 decontext']],
    [{ auto_evidence: [['Twice.', 'Twice.']] }, ['duplicate-evidence s1.c1 null']],
    [{ stance_claim_autoEvid: [[null, 'refute']] }, ['missing-label s1.c1.e1 stance']],
    [{ most_importance_sentence: null }, ['missing-label s1 importance']],
    [{ claims_factuality_label: [true] }, ['stored-label s1.c1 verdict']],
    [{ sentence_factuality_label: 'NA' }, ['stored-label s1 null']],
  ] as const)('finds in %j: %j', (changes, expected) => {
    expect(lintSentence(changes as Parameters<typeof lintSentence>[0])).toEqual(expected)
  })

  it('finds texts that say otherwise than the verdict', () => {
    const used = {
      usedEvidence_index_in_revision: ['-1'],
      sentence_factuality_label: true,
      claims_factuality_label: [true],
    }
    const sentence = benchmarkSentence({ ...used, if_claim_needs_edit: ['no'] })
    const record = { ...benchmarkRecord([sentence, idleSentence()]), response_factuality: true }
    expect(lintRecord(record)).toEqual(['true-response-changed item response', 'true-changed s1.c1 verdict'])
    const undecided = { ...used, sentence_factuality_label: false, claims_factuality_label: ['unknown'] }
    expect(
      lintRecord(benchmarkRecord([benchmarkSentence({ ...undecided, if_claim_needs_edit: ['not_enough_evidence'] })])),
    ).toEqual(['undecided-changed s1.c1 unverified'])
  })

  it('finds a response that was left as it is although a claim is false', () => {
    expect(lintRecord({ ...sound, revised_response: `${sound.response} ` })).toEqual(['false-claim-kept item response'])
  })

  it('finds a stored label that fits neither rule', () => {
    const [first, ...others] = linter.check(goldOf({ ...sound, response_factuality: true }))
    expect(first).toMatchObject({ kind: 'contradictory-response', stage: 'verify', unit: 'item' })
    expect(first?.message).toBe(
      'The record says true; by the rule of the released files it is false, by the paper’s false.',
    )
    expect(others.map(({ kind }) => kind)).toEqual(['true-response-changed'])
  })

  it('finds, in gold of its own, a response on which the rules differ, and the sentence that makes it so', () => {
    const opinion = {
      claim_checkworthiness: ['opinion'],
      if_claim_needs_edit: ['NA'],
      claims_factuality_label: ['unknown'],
      stance_claim_autoEvid: [[]],
      usedEvidence_index_in_revision: ['NA'],
    }
    const gold = { ...goldOf(benchmarkRecord([benchmarkSentence(opinion)])), source: { prompt: 'p', response: 'r' } }
    expect(lint(gold)).toEqual(['contradictory-response item null', 'false-sentence s1 null'])
  })

  it('finds what is missing in gold of its own, but no spellings of records that are none', () => {
    const own = { prompt: 'p', response: 'r' }
    expect(lint({ ...changed('merge', 's1', { fate: 'delete', revised: null }), source: own })).toEqual([])
    const open = changed('verify', 's1.c1', { ownEvidence: null })
    expect(lint({ ...open, source: own })).toEqual([
      'missing-url s1.c1 ownEvidence',
      'blank-own-evidence s1.c1 ownEvidence',
    ])
    expect(lint(changed('verify', 's1.c1', { ownEvidence: null, searched: 'baikal' }))).toEqual([])
  })

  it('says nothing of what the gold has changed since', () => {
    const odd = benchmarkRecord([
      benchmarkSentence({ usedEvidence_index_in_revision: ['2 ,1'], revised_claims: [' '] }),
      idleSentence(),
    ])
    const gold = changed(
      'verify',
      's1.c1',
      { references: ['s1.c1.e1'], correction: 'edit', revised: 'It is in Russia.' },
      odd,
    )
    expect(lint(gold)).toEqual([])
  })

  it('says of each kind what it is, and finds a part of the gold alone as well', () => {
    expect(new Set(kinds.map(({ key }) => key)).size).toBe(kinds.length)
    const { decompose } = goldOf(sound).stages
    expect(lint({ ...goldOf(sound), stages: decompose ? { decompose } : {} })).toEqual([])
    expect(lint({ ...goldOf(sound), stages: {} })).toEqual([])
  })
})
