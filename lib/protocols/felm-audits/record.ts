/** The fields that records of both audits have, read and written. */

import { z } from 'zod'
import type { Answers, Json, RecordProblem } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord, type RecordFields } from '@/lib/protocols/record-fields'
import { shownValue } from '@/lib/protocols/shown-value'
import { ITEM } from './check-question'

/** What both audits know of the response. */
export const auditedShape = {
  id: z.string().nullable(),
  domain: z.string().nullable(),
  source: z.string().nullable(),
  prompt: z.string(),
  response: z.string(),
}
const audited = z.object(auditedShape)
export type Audited = z.infer<typeof audited>

/** The fields of the response; null after noting what is wrong with them. */
export function readAudited(fields: RecordFields): Audited | null {
  const prompt = fields.text('prompt')
  const response = fields.text('response')
  const id = fields.optionalText('id')
  const source = fields.optionalText('source')
  const domain = fields.optionalText('domain')
  return prompt === null || response === null ? null : { id, domain, source, prompt, response }
}

/** Answers that a record brings: checks under names of their own, and the note. null where it has none. */
export function readChecks(fields: RecordFields, names: Readonly<Record<string, string>>): Answers | null {
  const checks = Object.entries(names).flatMap(([question, field]): [string, Json][] => {
    const value = fields.record[field] ?? null
    if (value === null) return []
    if (typeof value === 'boolean') return [[question, value]]
    fields.refuse(field, `${field} is ${shownValue(value)}.`, 'Write true or false.')
    return []
  })
  const note = fields.optionalText('note')
  if (checks.length === 0) return null
  return { [ITEM]: { ...Object.fromEntries(checks), ...(note === null ? {} : { note }) } }
}

/** The record with the answers in it; fields that it had, and gold has no answer for, become null. */
export function withChecks(source: Json, answers: Answers, names: Readonly<Record<string, string>>): Json {
  const own: JsonRecord = isJsonRecord(source) ? source : {}
  const written = Object.entries({ ...names, note: 'note' }).flatMap(([question, field]): [string, Json][] => {
    const value = answers[ITEM]?.[question] ?? null
    const isThere = field in own
    const isBlank = own[field] === '' || own[field] === null
    return value !== null ? [[field, value]] : isThere && !isBlank ? [[field, null]] : []
  })
  return { ...own, ...Object.fromEntries(written) }
}

/** What a reader says of fields that cannot be used. */
export const refused = (fields: RecordFields): { ok: false; problems: RecordProblem[] } => ({
  ok: false,
  problems: fields.problems,
})
