/** Lines of predictions on FELM: a segment each, a response each as FELM's own evaluators answer, or released outputs. */

import { truthOf } from '@/lib/protocols/evaluating/labels'
import { aboutIn, fieldIn, itemIn, notALine, refused, systemIn, textIn } from '@/lib/protocols/evaluating/read-line'
import type { Prediction, PredictionReading } from '@/lib/protocols/evaluation'
import { felmOutputs } from '@/lib/protocols/felm/prefill/outputs'
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { shownValue } from '@/lib/protocols/shown-value'
import { ratingsIn, ratingsOf } from './ratings'

const LABELS = ['label', 'prediction', 'value', 'is_supported', 'factual']
const WRONG = ['wrong', 'wrong_segments']
/** What an evaluator of FELM answered; in other files, what the model did. */
const ANSWER = 'answer'
const SPELLINGS = 'Write true or false, or null where the system abstained.'

export const recognisesFelm = (record: Json): boolean =>
  isJsonRecord(record) &&
  (ratingsIn(record) !== null ||
    felmOutputs.some((format) => format.recognises(record)) ||
    fieldIn(record, ...LABELS, ...WRONG, ANSWER, 'labels') !== undefined)

export function readFelmPredictions(record: Json): PredictionReading {
  if (!isJsonRecord(record)) return notALine
  if (ratingsIn(record)) return { ok: true, predictions: ratingsOf(record) }
  const released = felmOutputs.find((format) => format.recognises(record))
  if (released) return fromReleased(released.read(record))
  if (Array.isArray(record.labels)) return ofList(record, record.labels)
  const label = fieldIn(record, ...LABELS)
  if (label !== undefined) return ofSegment(record, label)
  const wrong = fieldIn(record, ...WRONG) ?? (namesSegments(record[ANSWER]) ? ANSWER : undefined)
  return wrong === undefined ? NO_LABEL : ofResponse(record, wrong)
}

/** Numbers of segments, or that all are correct, and nothing else behind the last "Answer:". */
function namesSegments(fieldValue: Json | undefined): boolean {
  if (typeof fieldValue !== 'string') return fieldValue !== undefined
  const answer = behindAnswer(fieldValue).trim()
  return answer === '' || /^(all[_ ]?correct|s?\d+([\s,;]+s?\d+)*)\.?$/i.test(answer)
}

const MARK = 'answer:'
/** What stands behind the last "Answer:"; all of it where there is none. */
function behindAnswer(text: string): string {
  const markStart = text.toLowerCase().lastIndexOf(MARK)
  return markStart < 0 ? text : text.slice(markStart + MARK.length)
}

const headOf = (record: JsonRecord): Pick<Prediction, 'system' | 'item' | 'about'> => ({
  system: systemIn(record),
  item: itemIn(record),
  ...aboutIn(record),
})

/** Segments are counted from 1, as FELM's evaluators number them; "s3" is the third as well. */
const unitOf = (number: string | null): string | null =>
  number?.trim().replace(/^s?(\d+)$/, (_, digits) => `s${Number(digits)}`) ?? null

const NO_LABEL = refused(
  'label',
  'The line has no label.',
  'Add "label", or "wrong" with the numbers of wrong segments.',
)

function ofSegment(record: JsonRecord, field: string): PredictionReading {
  const value = truthOf(record[field])
  if (value === undefined) return refused(field, `${field} is ${shownValue(record[field])}.`, SPELLINGS)
  const unit = unitOf(textIn(record, 'unit', 'segment'))
  const text = textIn(record, 'text', 'claim', 'segment_text')
  return { ok: true, predictions: [{ ...headOf(record), unit, text: unit === null ? text : null, value }] }
}

/** A label for each segment, in order: of a response with more or fewer segments, which belongs to which is unclear. */
function ofList(record: JsonRecord, labels: readonly Json[]): PredictionReading {
  const head = headOf(record)
  const values = labels.map(truthOf)
  const bad = values.indexOf(undefined)
  if (bad >= 0) return refused(`labels[${bad}]`, `labels[${bad}] is ${shownValue(labels[bad])}.`, SPELLINGS)
  const predictions = values.map((value, index) => ({
    ...head,
    unit: `s${index + 1}`,
    text: null,
    parts: labels.length,
    value: value ?? null,
  }))
  return { ok: true, predictions }
}

/** The numbers of the wrong segments; all others are called true. null: the evaluator gave no answer. */
function ofResponse(record: JsonRecord, field: string): PredictionReading {
  const head = headOf(record)
  if (head.item === null) return refused('item', 'The line names no item.', 'Add "item" (or "index"): the item’s id.')
  const rest = { ...head, unit: null, text: null, rest: true as const }
  const fieldValue = record[field] ?? null
  if (fieldValue === null || fieldValue === '') return { ok: true, predictions: [{ ...rest, value: null }] }
  const numbers = segmentNumbers(fieldValue)
  if (numbers === null) {
    const fix = 'Write the numbers of the wrong segments, as [2, 5] or "2, 5", or "ALL_CORRECT".'
    return refused(field, `${field} is ${shownValue(fieldValue)}.`, fix)
  }
  const wrong = numbers.map((number) => ({ ...head, unit: `s${number}`, text: null, value: false }))
  return { ok: true, predictions: [...wrong, { ...rest, value: true }] }
}

/** From a list, or from what stands behind "Answer:". */
function segmentNumbers(fieldValue: Json): number[] | null {
  if (Array.isArray(fieldValue)) {
    const numbers = fieldValue.map((each) => Number(typeof each === 'string' ? each.replace(/^s/, '') : each))
    return numbers.every((each) => Number.isInteger(each) && each > 0) ? [...new Set(numbers)] : null
  }
  if (typeof fieldValue === 'number') return segmentNumbers([fieldValue])
  if (typeof fieldValue !== 'string') return null
  const answer = behindAnswer(fieldValue)
  if (/all[_ ]?correct/i.test(answer) || answer.trim() === '') return []
  const numbers = [...answer.matchAll(/\d+/g)].map(([each]) => Number(each)).filter((each) => each > 0)
  return numbers.length > 0 ? [...new Set(numbers)] : null
}

function fromReleased(read: ReturnType<(typeof felmOutputs)[number]['read']>): PredictionReading {
  if (!read.ok) return read
  return {
    ok: true,
    predictions: read.outputs.map(({ model, text, domain, proposals }) => ({
      system: model,
      item: null,
      unit: null,
      text,
      value: proposals.find(({ question }) => question === 'label')?.value ?? null,
      ...(domain === null ? {} : { strata: { domain } }),
    })),
  }
}
