/** The labels of people in a record: the same fields in every format, at the top or in the claim's own entry. */
import { answerOf } from '@/lib/protocols/completeness'
import { entriesOf } from '@/lib/protocols/made-units'
import type { Answers, GoldRecord, Json, Option, RecordProblem } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { chosen, ITEM, referencesIn, VERIFY } from '@/lib/protocols/veriscore-verification/fields'
import { humanLabelIn, isVerdict, spelledVerdict } from '@/lib/protocols/veriscore-verification/mapping'
import { reasons, stanceOptions, trustOptions } from '@/lib/protocols/veriscore-verification/options'
import { resultKey } from '@/lib/protocols/veriscore-verification/units'

/** The fields, each with how it is written of answers; null: it is left out. */
const writers: Readonly<Record<string, (answers: Answers, results: number) => Json>> = {
  human_label: (answers) => {
    const verdict = chosen(answers, ITEM, 'verdict')
    return isVerdict(verdict) ? spelledVerdict(verdict) : null
  },
  human_reason: (answers) =>
    chosen(answers, ITEM, 'verdict') === 'inconclusive' ? chosen(answers, ITEM, 'why') : null,
  human_result_labels: (answers, results) => perResult(answers, results, 'stance'),
  human_source_trust: (answers, results) => perResult(answers, results, 'trust'),
  human_comment: (answers) => chosen(answers, ITEM, 'comment'),
  human_parts: (answers) => {
    const parts = entriesOf(answers[ITEM]?.parts).map(({ key }) => ({
      text: chosen(answers, key, 'text') ?? '',
      supports: resultNumbers(referencesIn(answers, key, 'supports')),
      contradicts: resultNumbers(referencesIn(answers, key, 'contradicts')),
    }))
    return parts.length > 0 ? parts : null
  },
}

function perResult(answers: Answers, results: number, question: string): Json {
  const values = Array.from({ length: results }, (_, index) => answerOf(answers, resultKey(index), question))
  return values.every((value) => value === null) ? null : values
}

/** Results by their numbers, from 1. */
const resultNumbers = (keys: readonly string[]): number[] =>
  keys.map((key) => Number(key.slice(1))).filter((number) => Number.isInteger(number))

/** What people said in these fields. Whatever cannot be used is said in `warnings`; null: nothing usable at all. */
export function readLabels(record: JsonRecord, results: number, warnings: RecordProblem[]): Answers | null {
  const warn = (field: string, message: string) =>
    warnings.push({ field, message, fix: 'Correct it in the file, or it stays in the record and is not used.' })
  const item: Record<string, Json> = {}
  const answers: Answers = {}
  readVerdict(record, item, warn)
  readEach(
    record.human_result_labels,
    { results, question: 'stance', values: stanceOptions.map(asValue) },
    answers,
    () =>
      warn(
        'human_result_labels',
        'human_result_labels is not one of supports, contradicts or inconclusive for each result.',
      ),
  )
  readEach(record.human_source_trust, { results, question: 'trust', values: trustOptions.map(asValue) }, answers, () =>
    warn(
      'human_source_trust',
      'human_source_trust is not one of trustworthy, doubtful or cannot_tell for each result.',
    ),
  )
  if (typeof record.human_comment === 'string' && record.human_comment.trim() !== '')
    item.comment = record.human_comment
  readParts(record.human_parts, results, item, answers, () =>
    warn('human_parts', 'human_parts is not a list of text, supports and contradicts, with numbers of results.'),
  )
  if (Object.keys(item).length > 0) answers[ITEM] = item
  return Object.keys(answers).length > 0 ? answers : null
}

const asValue = ({ value }: Option) => String(value)
const isGiven = (value: Json | undefined): value is Json => value !== undefined && value !== null && value !== ''

function readVerdict(record: JsonRecord, item: Record<string, Json>, warn: (field: string, message: string) => void) {
  const { human_label: rawLabel, human_reason: reason } = record
  if (isGiven(rawLabel)) {
    const label = typeof rawLabel === 'string' ? humanLabelIn(rawLabel) : null
    if (isVerdict(label)) item.verdict = label
    else if (label === 'unsupported')
      warn('human_label', 'human_label does not say whether the claim is contradicted or inconclusive.')
    else warn('human_label', 'human_label is none of Supported, Contradicted and Inconclusive.')
  }
  if (!isGiven(reason)) return
  if (!reasons.some((each) => each === reason)) warn('human_reason', 'human_reason is none of a, b and c.')
  else if (item.verdict !== 'inconclusive')
    warn('human_reason', 'human_reason is given for a claim that is not inconclusive.')
  else item.why = reason
}

function readEach(
  rawLabels: Json | undefined,
  { results, question, values }: { results: number; question: string; values: readonly string[] },
  answers: Answers,
  warn: () => void,
): void {
  if (!isGiven(rawLabels)) return
  const isFit = (value: Json) => value === null || values.some((each) => each === value)
  if (!Array.isArray(rawLabels) || rawLabels.length !== results || !rawLabels.every(isFit)) {
    warn()
    return
  }
  rawLabels.forEach((value, index) => {
    if (value !== null) answers[resultKey(index)] = { ...answers[resultKey(index)], [question]: value }
  })
}

function readParts(
  rawParts: Json | undefined,
  results: number,
  item: Record<string, Json>,
  answers: Answers,
  warn: () => void,
): void {
  if (!isGiven(rawParts)) return
  const isNumber = (value: Json) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= results
  const isList = (value: Json | undefined): value is Json[] => Array.isArray(value) && value.every(isNumber)
  const parts = Array.isArray(rawParts) ? rawParts.filter(isJsonRecord) : []
  const isFit = parts.every(
    ({ text, supports, contradicts }) =>
      typeof text === 'string' && text.trim() !== '' && isList(supports) && isList(contradicts),
  )
  if (!Array.isArray(rawParts) || parts.length !== rawParts.length || parts.length === 0 || !isFit) {
    warn()
    return
  }
  item.parts = parts.map((_, index) => ({ key: partKey(index), made: 'added', from: [] }))
  parts.forEach(({ text = null, supports, contradicts }, index) => {
    const keys = (list: Json | undefined) =>
      isList(list) && list.length > 0 ? list.map((number) => `r${number}`) : null
    const references = { supports: keys(supports), contradicts: keys(contradicts) }
    const partAnswers = Object.entries({ text, ...references }).filter(([, value]) => value !== null)
    answers[partKey(index)] = Object.fromEntries(partAnswers)
  })
}

const partKey = (index: number): string => `p${index + 1}`

/** The fields with what gold says: what it does not change keeps its spelling, or stays away. */
export function writeLabels(record: JsonRecord, results: number, { stages, label }: GoldRecord): JsonRecord {
  const before = readLabels(record, results, []) ?? {}
  const now = labelledAnswers(stages[VERIFY]?.answers ?? {}, label)
  const written = { ...record }
  for (const [field, write] of Object.entries(writers)) {
    const value = write(now, results)
    if (JSON.stringify(value) === JSON.stringify(write(before, results))) continue
    if (value === null) delete written[field]
    else written[field] = value
  }
  return written
}

/** The answers with a label that somebody set by hand in the place of the verdict. */
export function labelledAnswers(answers: Answers, label: Json | undefined): Answers {
  if (!isVerdict(label) || label === chosen(answers, ITEM, 'verdict')) return answers
  const { why: _, ...item } = answers[ITEM] ?? {}
  return { ...answers, [ITEM]: { ...item, verdict: label } }
}
