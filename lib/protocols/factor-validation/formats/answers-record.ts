/** Assay's record of a validated example: contradictions with what was planned, measured and judged. Read and written. */
import { z } from 'zod'
import { answerOf } from '@/lib/protocols/completeness'
import type { Contradiction, FactorContent } from '@/lib/protocols/factor-validation/content'
import { errorTypes } from '@/lib/protocols/factor-validation/options'
import { PROPERTIES, type Property } from '@/lib/protocols/factor-validation/questions'
import { VALIDATE } from '@/lib/protocols/factor-validation/roll-up'
import { shownText } from '@/lib/protocols/factor-validation/shown-text'
import type { Answers, Json, ReadResult, RecordProblem } from '@/lib/protocols/protocol'
import { isJsonRecord, notARecord, RecordFields } from '@/lib/protocols/record-fields'
import { excerpt } from '@/lib/text/excerpt'

const TITLE_LENGTH = 100

/** The fields of a contradiction that hold its answers. */
export const ANSWER_FIELDS: Readonly<Record<Property | 'errorType' | 'note', string>> = {
  nonFactual: 'non_factual',
  fluent: 'fluent',
  selfConsistent: 'self_consistent',
  errorType: 'error_type',
  note: 'note',
}

const judged = z.boolean().nullish()
const type = z.enum(errorTypes).nullish()
const entrySchema = z.object({
  text: z.string().refine((text) => text.trim() !== '', 'The text is empty'),
  edit: z.string().nullish(),
  asked_type: type,
  scores: z
    .object({ contradiction: z.number().min(0).max(1).nullish(), fluency_margin: z.number().nullish() })
    .nullish(),
  non_factual: judged,
  fluent: judged,
  self_consistent: judged,
  error_type: type,
  note: z.string().nullish(),
})
type Entry = z.output<typeof entrySchema>

export const isAnswersRecord = (record: Json) =>
  isJsonRecord(record) && Array.isArray(record.contradictions) && 'completion' in record

export function readAnswersRecord(json: Json): ReadResult {
  if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
  const fields = new RecordFields(json)
  const prefix = fields.text('prefix')
  const completion = fields.text('completion')
  const [set, docId, id, title] = ['set', 'doc_id', 'id', 'title'].map((field) => fields.optionalText(field))
  const entries = readEntries(fields)
  if (fields.problems.length > 0 || prefix === null || completion === null)
    return { ok: false, problems: fields.problems }
  const content: FactorContent = {
    set: set ?? null,
    docId: docId ?? null,
    title: title ?? null,
    prefix,
    completion,
    sentence: null,
    contradictions: entries.map(contradictionFrom),
  }
  const { answers, warnings } = answersFrom(entries)
  return {
    ok: true,
    record: {
      content,
      externalId: id ?? docId ?? null,
      title: excerpt(shownText(completion), TITLE_LENGTH),
      domain: null,
      source: set ?? null,
      segments: null,
      warnings,
      answers: answers && { [VALIDATE]: answers },
    },
  }
}

/** Contradictions may be written as bare texts. */
function readEntries(fields: RecordFields): Entry[] {
  const writtenContradictions = fields.record.contradictions
  const list = Array.isArray(writtenContradictions) ? writtenContradictions : []
  if (list.length === 0) fields.refuse('contradictions', 'There is no contradiction.', 'Give a list with at least one.')
  return fields.inShape(
    'contradictions',
    list.map((entry) => (typeof entry === 'string' ? { text: entry } : entry)),
    entrySchema,
    'Correct the field as docs/formats/factor-validation.md has it.',
  )
}

const contradictionFrom = ({ text, edit, asked_type, scores }: Entry): Contradiction => ({
  text,
  edit: edit ?? null,
  type: asked_type ?? null,
  scores: scores ? { contradiction: scores.contradiction ?? null, fluencyMargin: scores.fluency_margin ?? null } : null,
})

/** Answers where all contradictions have all of theirs; some of them are nobody's gold. */
function answersFrom(entries: readonly Entry[]): { answers: Answers | null; warnings: RecordProblem[] } {
  const complete = entries.filter(
    (each) =>
      [each.non_factual, each.fluent, each.self_consistent].every((value) => typeof value === 'boolean') &&
      (each.non_factual === false || each.error_type),
  )
  const begun = entries.some(({ non_factual, fluent, self_consistent }) =>
    [non_factual, fluent, self_consistent].some((value) => typeof value === 'boolean'),
  )
  if (complete.length < entries.length) {
    const message = `Only ${complete.length} of ${entries.length} contradictions have all their answers, so none is used.`
    const fix = 'Give non_factual, fluent and self_consistent for each, and error_type where it is non-factual.'
    return { answers: null, warnings: begun ? [{ field: 'contradictions', message, fix }] : [] }
  }
  const answers = entries.map(({ non_factual, fluent, self_consistent, error_type, note }, index) => [
    `c${index + 1}`,
    {
      nonFactual: non_factual ?? null,
      fluent: fluent ?? null,
      selfConsistent: self_consistent ?? null,
      ...(non_factual === true ? { errorType: error_type ?? null } : {}),
      ...(note?.trim() ? { note } : {}),
    },
  ])
  return { answers: Object.fromEntries(answers), warnings: [] }
}

/** What was judged of a contradiction, under the record's names. */
export function answerFields(answers: Answers, key: string): { [field: string]: Json } {
  const nonFactual = answerOf(answers, key, 'nonFactual')
  const note = answerOf(answers, key, 'note')
  return {
    ...Object.fromEntries(PROPERTIES.map((question) => [ANSWER_FIELDS[question], answerOf(answers, key, question)])),
    error_type: nonFactual === true ? answerOf(answers, key, 'errorType') : null,
    ...(note === null ? {} : { note }),
  }
}

export const scoreFields = ({ scores }: Contradiction): Json =>
  scores && { contradiction: scores.contradiction, fluency_margin: scores.fluencyMargin }
