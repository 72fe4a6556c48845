/** Reads a record that holds sentences by name, with the answers of as many stages as it holds. */

import type { ClaimEvidence, FactcheckBenchContent } from '@/lib/protocols/factcheck-bench/content'
import { decomposeStage } from '@/lib/protocols/factcheck-bench/decompose'
import { mergeStage } from '@/lib/protocols/factcheck-bench/merge'
import { verifyStage } from '@/lib/protocols/factcheck-bench/verify'
import type { EarlierGold, Json, ReadResult, RecordProblem, StageAnswers } from '@/lib/protocols/protocol'
import { isJsonRecord, notARecord, RecordFields } from '@/lib/protocols/record-fields'
import { excerpt } from '@/lib/text/excerpt'
import { claimsOf, decomposeAnswers } from './decompose-answers'
import { mergeAnswers } from './merge-answers'
import { type GivenSentence, readSentence } from './read-sentence'
import { type NamedSentence, type Shape, sentencesIn } from './shapes'
import { verifyAnswers } from './verify-answers'

export const TITLE_LENGTH = 100

/** One record of the shape. */
export function readDocument(shape: Shape, json: Json): ReadResult {
  if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
  const fields = new RecordFields(json)
  const namedSentences = sentencesIn(shape, json)
  const sentences = namedSentences.flatMap((each) => readSentence(shape, each, fields.problems) ?? [])
  const prompt = shape.wrapped ? fields.text('prompt') : ''
  const response = shape.wrapped ? fields.text('response') : joined(sentences)
  const source = fields.optionalText('source')
  const externalId = fields.optionalText('id')
  const revised = shape.depth === 3 ? revisedResponse(fields) : null
  if (shape.key === 'benchmark') refuseOddLabel(fields)
  if (namedSentences.length === 0)
    fields.refuse('sentences', 'There is no sentence1.', 'Write the sentences as sentence1, sentence2, ...')
  if (fields.problems.length > 0 || prompt === null || response === null) {
    return { ok: false, problems: fields.problems }
  }
  const content: FactcheckBenchContent = { prompt, response, source, evidence: sentences.flatMap(evidenceOf) }
  const { answers, notes } = answersIn(shape, sentences, revised)
  const segments = sentences.map(({ text }) => text)
  const title = excerpt(prompt || response, TITLE_LENGTH)
  const warnings = [...gaps(shape, namedSentences), ...missingTexts(shape), ...notes]
  return { ok: true, record: { content, externalId, title, domain: null, source, segments, answers, warnings } }
}

const joined = (sentences: readonly GivenSentence[]) => sentences.map(({ text }) => text.trim()).join(' ')

function revisedResponse(fields: RecordFields): string | null {
  const value = fields.record.revised_response ?? null
  if (value === null || typeof value === 'string') return value
  return fields.refuse('revised_response', 'revised_response is not a text.', 'Write it as a text.')
}

function refuseOddLabel(fields: RecordFields): void {
  const value = fields.record.response_factuality ?? null
  if (value === null || typeof value === 'boolean' || value === 'NA') return
  const message = 'response_factuality is neither true nor false nor "NA".'
  fields.refuse('response_factuality', message, 'Use true, false or "NA".')
}

/** The automatic evidence of a sentence's claims, those that are not verified included. */
function evidenceOf(sentence: GivenSentence, index: number): ClaimEvidence[] {
  return claimsOf(sentence)
    .filter(({ passages }) => passages.length > 0)
    .map(({ text, passages }) => ({ sentence: `s${index + 1}`, claim: text.trim(), passages }))
}

function answersIn({ dialect, depth }: Shape, sentences: readonly GivenSentence[], revised: string | null) {
  const decompose = decomposeAnswers(sentences, dialect)
  const verify = verifyAnswers(sentences, dialect)
  const merge = mergeAnswers(sentences, revised, dialect)
  const stageReadings = [
    { key: decomposeStage.key, ...decompose },
    { key: verifyStage.key, ...verify },
    { key: mergeStage.key, ...merge },
  ].slice(0, depth)
  const answers: StageAnswers = Object.fromEntries(stageReadings.map(({ key, answers: own }) => [key, own]))
  return { answers, notes: stageReadings.flatMap(({ notes }) => notes) }
}

/** Sentences are told apart by number; a number left out may be a sentence that nobody saved. */
function gaps({ wrapped }: Shape, namedSentences: readonly NamedSentence[]): RecordProblem[] {
  const numbers = new Set(namedSentences.map(({ number }) => number))
  const missing = Array.from(namedSentences, (_, index) => index + 1).filter((number) => !numbers.has(number))
  return missing.map((number) => ({
    field: wrapped ? `sentences.sentence${number}` : `sentence${number}`,
    message: `sentence${number} is missing; those behind it move up.`,
    fix: 'Add it if the response has such a sentence.',
  }))
}

function missingTexts({ wrapped, key }: Shape): RecordProblem[] {
  if (wrapped) return []
  const message =
    'The file holds neither the prompt nor the original text: the sentences stand as they read on their own.'
  const other = key === 'screen2-output' ? 'the file for screen 3' : 'the file for screen 1 or 3'
  return [{ field: 'response', message, fix: `Import ${other} instead, if you have it.` }]
}

/** The gold that a record carries: its stages with the units that they are about. */
export function goldIn(content: Json, segments: readonly string[], answers: StageAnswers): EarlierGold {
  let stages: EarlierGold = {}
  for (const stage of [decomposeStage, verifyStage, mergeStage]) {
    const stageAnswers = answers[stage.key]
    if (!stageAnswers) break
    stages = { ...stages, [stage.key]: { units: stage.units(content, segments, stages), answers: stageAnswers } }
  }
  return stages
}
