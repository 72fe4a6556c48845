/** What does not fit the vocabulary, as problems at their places. */
import type { z } from 'zod'
import type { Json } from '@/lib/protocols/answers'
import { nearest, type Path, type PathProblem, suggestion } from '@/lib/protocols/language/problems'
import { NO_ID, NO_NAME, protocolFileSchema } from '@/lib/protocols/language/vocabulary'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'

let whole: JsonRecord | undefined
function vocabulary(): JsonRecord {
  whole ??= JSON.parse(JSON.stringify(protocolFileSchema())) as JsonRecord
  return whole
}

/** The schemas that a value at this path may follow. */
function schemasAt(path: Path): JsonRecord[] {
  let found: JsonRecord[] = alternatives(vocabulary())
  for (const part of path)
    found = found.flatMap((schema) => alternatives(typeof part === 'number' ? schema.items : within(schema, part)))
  return found
}

const within = (schema: JsonRecord, key: string): Json | undefined =>
  isJsonRecord(schema.properties) && Object.hasOwn(schema.properties, key)
    ? schema.properties[key]
    : schema.additionalProperties

function alternatives(schema: Json | undefined): JsonRecord[] {
  if (!isJsonRecord(schema)) return []
  return Array.isArray(schema.anyOf) ? schema.anyOf.flatMap(alternatives) : [schema]
}

const wordsAt = (path: Path): string[] =>
  schemasAt(path).flatMap(({ properties }) => (isJsonRecord(properties) ? Object.keys(properties) : []))

/** What the vocabulary says of a word. */
function saidOf(path: Path): string {
  const last = path.at(-1)
  const descriptions = schemasAt(path.slice(0, -1)).flatMap(({ properties }) => {
    const schema = isJsonRecord(properties) && typeof last === 'string' ? properties[last] : undefined
    return isJsonRecord(schema) && typeof schema.description === 'string' ? [schema.description] : []
  })
  return descriptions[0] ?? ''
}

/** So many are named: who has more began from something else. */
const MOST_PROBLEMS = 200

/** The problems of a value that does not fit, in no order. */
export function schemaProblems(issues: readonly z.core.$ZodIssue[], value: Json): PathProblem[] {
  return issues
    .slice(0, MOST_PROBLEMS)
    .flatMap((issue) => problemsOf(issue, value))
    .slice(0, MOST_PROBLEMS)
}

function problemsOf(issue: z.core.$ZodIssue, value: Json): PathProblem[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
  const within = withinList(issue, value, path)
  if (within.length > 0) return within
  if (issue.code === 'unrecognized_keys') {
    const words = wordsAt(path)
    return issue.keys.slice(0, MOST_PROBLEMS).map((key) => ({
      path: [...path, key],
      at: 'key',
      message: `"${key}" is not a word of the language here.`,
      fix:
        foundAt(value, [...path, key]) === null && nearest(key, words) === null
          ? 'A comma ends a text within {...}: put quotation marks around the whole text.'
          : suggestion(key, words, 'word'),
    }))
  }
  const last = path.at(-1)
  if (issue.code === 'invalid_key') {
    const message = issue.issues[0]?.message ?? 'This name cannot be used.'
    return [noName(String(last), message, path, 'key') ?? { path, at: 'key', message, fix: 'Choose another.' }]
  }
  const found = foundAt(value, path)
  if (found === undefined && typeof last === 'string')
    return [
      {
        path: path.slice(0, -1),
        at: 'key',
        message: `"${last}" is missing${path.length > 1 ? ` in ${nameOf(path.slice(0, -1))}` : ''}.`,
        fix: `Add it. ${saidOf(path)}`.trim(),
        missing: last,
      },
    ]
  if (issue.code === 'invalid_value' && issue.values.length > 1) {
    const allowedValues = issue.values.map(String)
    const nearestValue = nearest(String(found), allowedValues)
    return [
      {
        path,
        at: 'value',
        message: `${shortJson(found)} is not known for ${nameOf(path)}.`,
        fix: suggestion(String(found), allowedValues, 'value'),
        ...(nearestValue === null ? {} : { meant: nearestValue }),
      },
    ]
  }
  const named = typeof found === 'string' ? noName(found, issue.message, path, 'value') : null
  if (named) return [named]
  const message = sentence(issue, path)
  return [{ path, at: 'value', message, fix: saidOf(path) || 'See docs/protocol-files.md for what can stand here.' }]
}

/** What is no name, or no id, with one that is near it; null where something else is wrong. */
function noName(written: string, message: string, path: Path, at: PathProblem['at']): PathProblem | null {
  if (message !== NO_NAME && message !== NO_ID) return null
  const what = message === NO_NAME ? 'name' : 'id'
  const meant = what === 'name' ? asName(written) : asId(written)
  const where =
    what === 'name' && written.includes('-')
      ? ' Only ids have hyphens: that of the file, of steps under "prefill" and of records under "practice".'
      : ''
  return {
    path,
    at,
    message: `${shortJson(written)} is no ${what}: ${message}`,
    fix: meant === null ? 'Choose another.' : `Write ${meant}.${where}`,
    ...(meant === null ? {} : { meant }),
  }
}

const LONGEST_NAME = 40
const LONGEST_ID = 60

/** The text with _ for what no name has; null where nothing is left. */
function asName(written: string): string | null {
  const name = written.replace(/[^a-zA-Z0-9]+/g, '_').replace(/^[^a-zA-Z]+|_+$/g, '')
  return name === '' ? null : name.slice(0, LONGEST_NAME)
}

/** The text in small letters with hyphens for what no id has; null where nothing is left. */
function asId(written: string): string | null {
  const id = written
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
  return id.length < 2 ? null : id.slice(0, LONGEST_ID)
}

/** The vocabulary's own sentences; what zod says by itself is put in ours. */
function sentence(issue: z.core.$ZodIssue, path: Path): string {
  const name = nameOf(path)
  if (issue.code === 'invalid_type' && /^Invalid input/.test(issue.message))
    return `${name} must be ${KINDS[issue.expected] ?? issue.expected}.`
  if (issue.code === 'too_big')
    return `${name} ${SIZES[issue.origin]?.more ?? 'is too large'}: at most ${String(issue.maximum)}${unitOf(issue)}.`
  if (issue.code === 'too_small')
    return `${name} ${SIZES[issue.origin]?.less ?? 'is too small'}: at least ${String(issue.minimum)}${unitOf(issue)}.`
  if (/^Invalid (input|string)|^Expected/.test(issue.message)) return `${name} cannot be this.`
  return `${name}: ${issue.message}`
}

/** Of a list that may stand where something else may too: what is wrong in its entries, since a list was meant. */
function withinList(issue: z.core.$ZodIssue, value: Json, path: Path): PathProblem[] {
  if (issue.code !== 'invalid_union' || !Array.isArray(foundAt(value, path))) return []
  const list = issue.errors.find((issues) => issues.length > 0 && issues.every((each) => each.path.length > 0))
  return (list ?? []).flatMap((each) => problemsOf({ ...each, path: [...issue.path, ...each.path] }, value))
}

/** How it is said that something has too much or too little, by what it is. */
const SIZES: Readonly<Record<string, { more: string; less: string; unit: string }>> = {
  string: { more: 'is too long', less: 'is too short', unit: 'character' },
  array: { more: 'is too long', less: 'is too short', unit: 'entry' },
}

/** " characters", with a number before it; "" of numbers. */
function unitOf(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string {
  const unit = SIZES[issue.origin]?.unit
  if (unit === undefined) return ''
  const isOne = Number(issue.code === 'too_big' ? issue.maximum : issue.minimum) === 1
  return ` ${isOne ? unit : unit === 'entry' ? 'entries' : `${unit}s`}`
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'names with values',
  record: 'names with values',
}

/** A place in words: `stages[1].questions[2]`. */
export const nameOf = (path: Path): string =>
  path.length === 0
    ? 'The file'
    : path.map((part, index) => (typeof part === 'number' ? `[${part + 1}]` : index === 0 ? part : `.${part}`)).join('')

export function foundAt(value: Json, path: Path): Json | undefined {
  let found: Json | undefined = value
  for (const part of path) {
    if (typeof found !== 'object' || found === null) return undefined
    found = Array.isArray(found) ? found[Number(part)] : Object.hasOwn(found, part) ? found[String(part)] : undefined
  }
  return found
}

const LONGEST_SHOWN = 40
const shortJson = (value: Json | undefined): string => {
  const text = JSON.stringify(value ?? null)
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}
