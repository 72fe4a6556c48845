/** Log-probabilities of completions: the true one first, then the contradictions in the order of the file. */
import { labelAmong, truthOf } from '@/lib/protocols/evaluating/labels'
import { aboutIn, fieldIn, itemIn, notALine, refused, systemIn, textIn } from '@/lib/protocols/evaluating/read-line'
import type { Prediction, PredictionReading } from '@/lib/protocols/evaluation'
import { errorTypes } from '@/lib/protocols/factor-validation/options'
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'

/** Of each completion: higher is better; lower is better; log-probabilities of its tokens. */
const HIGHER = ['scores', 'mean_logprobs']
const LOWER = ['nll', 'mean_nll', 'losses']
const TOKENS = ['logprobs', 'token_logprobs']

/** Facts by which FACTOR compares models. */
const FACTS = ['family', 'size', 'retrieval', 'perplexity']

export const recognisesScores = (record: Json): boolean =>
  isJsonRecord(record) && fieldIn(record, ...HIGHER, ...LOWER, ...TOKENS) !== undefined

/** A list, also where a CSV file holds it as a text. */
function listIn(value: Json | undefined): Json[] | null {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string' || !value.trim().startsWith('[')) return null
  try {
    const parsed: Json = JSON.parse(value)
    return Array.isArray(parsed) ? parsed : null
  } catch {
    return null
  }
}

const numberOf = (value: Json): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

function meanOf(tokens: Json): number | null {
  if (!Array.isArray(tokens) || tokens.length === 0) return null
  const numbers = tokens.map(numberOf)
  return numbers.includes(null) ? null : numbers.reduce<number>((sum, each) => sum + (each ?? 0), 0) / numbers.length
}

/** Scores of which the highest is chosen; a text says what is wrong. */
function scoresIn(record: JsonRecord): number[] | string {
  const field = fieldIn(record, ...HIGHER, ...LOWER, ...TOKENS) ?? ''
  const completions = listIn(record[field])
  if (!completions || completions.length < 2) return `${field} is not a list of two or more completions.`
  const scores = completions.map((each) => (TOKENS.includes(field) ? meanOf(each) : numberOf(each)))
  const bad = scores.indexOf(null)
  if (bad >= 0) return `${field}[${bad}] holds no number, or one that is not finite.`
  return scores.map((each) => (LOWER.includes(field) ? -(each ?? 0) : (each ?? 0)))
}

/** Kinds of error by contradiction; null where the line does not say. */
function typesIn(record: JsonRecord): (string | null)[] | null {
  const writtenTypes = listIn(record.error_types ?? record.types)
  const spellings = Object.fromEntries(errorTypes.map((type) => [type, type]))
  return writtenTypes?.map((each) => labelAmong(each, spellings) ?? null) ?? null
}

const FIX =
  'Write a number for each completion, the true one first: mean log-probabilities in "scores", or lists in "logprobs".'

export function readScores(record: Json): PredictionReading {
  if (!isJsonRecord(record)) return notALine
  const scores = truthOf(record.abstained) === true ? null : scoresIn(record)
  if (typeof scores === 'string') return refused('scores', scores, FIX)
  const prediction: Prediction = {
    system: systemIn(record),
    item: itemIn(record),
    unit: null,
    text: textIn(record, 'completion'),
    ...aboutIn(record, ...FACTS),
    value: scores,
  }
  return { ok: true, predictions: [prediction] }
}

/** The same where the line makes its own example. */
export function readOwnScores(record: Json): PredictionReading {
  const reading = readScores(record)
  if (!reading.ok || !isJsonRecord(record)) return reading
  const set = textIn(record, 'set') ?? 'all'
  const gold = { types: typesIn(record) ?? [] }
  return {
    ok: true,
    predictions: reading.predictions.map((each) => ({
      ...each,
      item: each.item === null ? null : `${set}: ${each.item}`,
      gold,
      strata: { set },
    })),
  }
}
