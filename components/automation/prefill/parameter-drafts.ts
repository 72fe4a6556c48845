import type { Json } from '@/lib/protocols/protocol'
import type { ParameterField } from './parameter-fields'

/** What stands in the controls of a form, by parameter. */
export type Drafts = Readonly<Record<string, string | boolean>>

/** What the controls hold at first: the defaults. */
export function startingDrafts(fields: readonly ParameterField[]): Drafts {
  return Object.fromEntries(fields.map((field) => [field.key, startingDraft(field)]))
}

function startingDraft(field: ParameterField): string | boolean {
  const defaultValue = field.default
  if (field.kind === 'switch') return defaultValue === true
  if (defaultValue === undefined || defaultValue === null) return ''
  return field.kind === 'choice' || field.kind === 'json' ? JSON.stringify(defaultValue) : String(defaultValue)
}

export interface ReadDrafts {
  values: Record<string, Json>
  /** What is wrong, by parameter, each with what to do. */
  errors: Record<string, string>
}

/** The parameters that the controls stand for. */
export function readDrafts(fields: readonly ParameterField[], drafts: Drafts): ReadDrafts {
  const values: Record<string, Json> = {}
  const errors: Record<string, string> = {}
  for (const field of fields) {
    const read = readDraft(field, drafts[field.key] ?? startingDraft(field))
    if ('error' in read) errors[field.key] = read.error
    else if (read.value !== undefined) values[field.key] = read.value
  }
  return { values, errors }
}

/** A value, or what is wrong; undefined leaves the parameter to its default. */
type Read = { value: Json | undefined } | { error: string }

function readDraft(field: ParameterField, draft: string | boolean): Read {
  if (typeof draft === 'boolean') return { value: draft }
  if (draft.trim() === '' && field.kind !== 'text') return emptyOf(field)
  if (field.kind === 'choice') {
    const chosen = field.options.find(({ value }) => value === draft)
    return chosen ? { value: chosen.json } : { error: 'Choose one of the list.' }
  }
  if (field.kind === 'number') return readNumber(field, draft)
  if (field.kind === 'text') return readText(field, draft)
  try {
    return { value: JSON.parse(draft) }
  } catch {
    return { error: 'This is not JSON. Texts stand in double quotes, lists in square brackets.' }
  }
}

function emptyOf(field: ParameterField): Read {
  if (field.nullable) return { value: null }
  if (field.default !== undefined) return { value: undefined }
  return { error: field.kind === 'choice' ? 'Choose one of the list.' : 'Fill this in.' }
}

function readNumber(field: ParameterField & { kind: 'number' }, draft: string): Read {
  const value = Number(draft)
  const { least, most, integer } = field
  const isFine =
    Number.isFinite(value) &&
    (!integer || Number.isInteger(value)) &&
    (least === null || value >= least) &&
    (most === null || value <= most)
  return isFine ? { value } : { error: `Give ${numberRange(field)}.` }
}

/** "a whole number from 1 to 9", "a number of at least 0". */
export function numberRange({ integer, least, most }: ParameterField & { kind: 'number' }): string {
  const what = integer ? 'a whole number' : 'a number'
  if (least !== null && most !== null) return `${what} from ${least} to ${most}`
  if (least !== null) return `${what} of at least ${least}`
  return most === null ? what : `${what} of at most ${most}`
}

function readText(field: ParameterField & { kind: 'text' }, draft: string): Read {
  if (draft === '' && field.nullable) return { value: null }
  if (draft.length < field.least)
    return { error: field.least === 1 ? 'Fill this in.' : `Write at least ${field.least} characters.` }
  if (field.most !== null && draft.length > field.most) return { error: `Write at most ${field.most} characters.` }
  return { value: draft }
}
