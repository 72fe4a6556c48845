/** The five files of subtasks that the paper evaluates on, taken from the benchmark record of an item's gold. */

import { decomposeStage } from '@/lib/protocols/factcheck-bench/decompose'
import { mergeStage } from '@/lib/protocols/factcheck-bench/merge'
import { verifyStage } from '@/lib/protocols/factcheck-bench/verify'
import type { ExportFormat, GoldRecord, Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { benchmarkNames as names } from './dialects'
import { benchmarkShape, sentencesIn } from './shapes'
import { writeDocument } from './write-document'

/** A claim as the benchmark has it. */
interface ClaimRow {
  claim: Json
  type: Json
  evidence: Json[]
  stances: Json[]
  edit: Json
  revised: Json
}

interface SentenceRow {
  sentence: JsonRecord
  claims: ClaimRow[]
}

function rowsOf(gold: GoldRecord): SentenceRow[] {
  return sentencesIn(benchmarkShape, writeDocument(benchmarkShape, gold)).map(({ value }) => {
    const sentence = isJsonRecord(value) ? value : {}
    const list = (name: string) => listOf(sentence[name])
    const claims = list(names.claims).map((claim, index) => ({
      claim,
      type: list(names.types)[index] ?? null,
      evidence: listOf(list(names.evidence)[index]),
      stances: listOf(list(names.stances)[index]),
      edit: list(names.edits)[index] ?? null,
      revised: list(names.revisedClaims)[index] ?? claim,
    }))
    return { sentence, claims }
  })
}

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
const claimsOf = (gold: GoldRecord) => rowsOf(gold).flatMap(({ claims }) => claims)
const isBlank = (value: Json | undefined) => typeof value !== 'string' || value.trim() === ''

const labels: Readonly<Record<string, string>> = {
  no: 'true',
  yes: 'false',
  not_enough_evidence: 'not_enough_evidence',
}
const labelOf = ({ edit }: ClaimRow): string | undefined => (typeof edit === 'string' ? labels[edit] : undefined)

/** Sentences with their categories; an empty decontextualised text is the sentence itself. */
function sentenceCheckworthiness(gold: GoldRecord): Json[] {
  return rowsOf(gold).map(({ sentence }) => ({
    sentence: (isBlank(sentence[names.decontext]) ? sentence[names.text] : sentence[names.decontext]) ?? null,
    checkworthy: sentence[names.checkworthy] ?? null,
  }))
}

const claimCheckworthiness = (gold: GoldRecord): Json[] =>
  claimsOf(gold).map(({ claim, type }) => ({ claim, checkworthy: type }))

/** Every passage with its stance; passages of claims that were not verified have none. */
const stances = (gold: GoldRecord): Json[] =>
  claimsOf(gold).flatMap(({ claim, evidence, stances: given }) =>
    given.flatMap((stance, index) => (stance === null ? [] : [{ claim, evidence: evidence[index] ?? null, stance }])),
  )

const claimFactuality = (gold: GoldRecord): Json[] =>
  claimsOf(gold).flatMap((row) => {
    const label = labelOf(row)
    return label === undefined ? [] : [{ claim: row.claim, label, revised_claim: row.revised }]
  })

/** The paper's factual state: false if some claim is false or could not be decided. Responses with nothing to check are left out. */
function revision(gold: GoldRecord): Json[] {
  const record = writeDocument(benchmarkShape, gold)
  const rows = rowsOf(gold)
  if (!rows.some(({ sentence, claims }) => sentence[names.checkworthy] === 'yes' && claims.length > 0)) return []
  const isAgainst = ({ edit }: ClaimRow) => edit === 'yes' || edit === 'not_enough_evidence'
  return [
    {
      'factual state': String(!rows.some(({ claims }) => claims.some(isAgainst))),
      'claim list': rows.flatMap(({ sentence }) => listOf(sentence[names.revisedClaims])),
      prompt: record.prompt ?? null,
      response: record.response ?? null,
      revised_response: record.revised_response ?? null,
    },
  ]
}

const file = (number: number, name: string, title: string, description: string) => ({
  key: `subtask${number}_${name}`,
  title: `Subtask ${number}: ${title}`,
  description,
})

/** In the order of their numbers. */
export const subtasks: readonly ExportFormat[] = [
  {
    ...file(1, 'sentence_checkworthiness', 'check-worthy sentences', 'sentence and checkworthy, one line a sentence.'),
    stage: decomposeStage.key,
    write: sentenceCheckworthiness,
  },
  {
    ...file(2, 'claim_checkworthiness', 'check-worthy claims', 'claim and checkworthy (its type), one line a claim.'),
    stage: decomposeStage.key,
    write: claimCheckworthiness,
  },
  {
    ...file(3, 'claim_evidence_stance', 'stance of evidence', 'claim, evidence and stance, one line a passage.'),
    stage: verifyStage.key,
    write: stances,
  },
  {
    ...file(
      4,
      'claim_factuality',
      'factuality of claims',
      'claim, label and revised_claim, one line a verified claim.',
    ),
    stage: verifyStage.key,
    write: claimFactuality,
  },
  {
    ...file(
      5,
      'revision',
      'revision of responses',
      'factual state (the rule of the paper), claim list, prompt, response and revised_response, one line a response.',
    ),
    stage: mergeStage.key,
    write: revision,
  },
]
