import { daySchema } from '@/lib/platform/api/input'
import { linkProblem } from '@/lib/protocols/links'
import type { Json } from '@/lib/protocols/protocol'
import { codePointLength } from '@/lib/text/code-points'
import { excerpt } from '@/lib/text/excerpt'
import { MAX_DOCUMENT_TEXT, MAX_TITLE } from './contract'
import type { FileProblem, NewDocument } from './read-file'

type Problem = Omit<FileProblem, 'line'>
type Value = string | null

/** Where no title is given, the beginning of the text stands for it, so many characters of it. */
const TITLE_FROM_TEXT = 80

/** A record as a document: `text`, and if known `title`, `url`, `publishedAt`. Other fields are left out. */
export function readDocument(
  record: Record<string, Json>,
): { ok: true; document: NewDocument } | { ok: false; problems: Problem[] } {
  const problems: Problem[] = []
  const read = (field: string, check: (value: string) => Problem | Value): Value => {
    const value = textIn(record[field])
    const result = value === undefined ? notText(field) : value === null ? null : check(value)
    if (result === null || typeof result === 'string') return result
    problems.push(result)
    return null
  }
  const text = read('text', checkText)
  if (text === null && problems.length === 0) problems.push(missing)
  const title = read('title', checkTitle)
  const url = read('url', checkUrl)
  const publishedAt = read('publishedAt', checkDay)
  if (text === null || problems.length > 0) return { ok: false, problems }
  return { ok: true, document: { title: title ?? excerpt(text, TITLE_FROM_TEXT), url, text, publishedAt } }
}

/** null where there is nothing, undefined where there is something else than text. */
function textIn(value: Json | undefined): string | null | undefined {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') return undefined
  return value.trim() === '' ? null : value
}

const missing: Problem = {
  field: 'text',
  message: 'The document has no text.',
  fix: 'Give every document a field "text".',
}

const notText = (field: string): Problem => ({
  field,
  message: `"${field}" is not a text.`,
  fix: 'Write it in double quotes, or leave it out.',
})

function checkText(text: string): Problem | Value {
  if (codePointLength(text) <= MAX_DOCUMENT_TEXT) return text
  return {
    field: 'text',
    message: `The text is longer than ${MAX_DOCUMENT_TEXT.toLocaleString('en')} characters.`,
    fix: 'Split it into several documents.',
  }
}

function checkTitle(value: string): Problem | Value {
  const title = value.replace(/\s+/g, ' ').trim()
  if (codePointLength(title) <= MAX_TITLE) return title
  return { field: 'title', message: `The title is longer than ${MAX_TITLE} characters.`, fix: 'Shorten it.' }
}

function checkUrl(value: string): Problem | Value {
  const problem = linkProblem(value.trim())
  return problem === null
    ? value.trim()
    : { field: 'url', message: problem, fix: 'Correct the address, or leave it out.' }
}

/** A day, or a moment, of which the day is kept as written. */
function checkDay(value: string): Problem | Value {
  const written = value.trim().replace(/[T ]\d{2}:\d{2}.*$/, '')
  if (daySchema.safeParse(written).success) return written
  return {
    field: 'publishedAt',
    message: `“${excerpt(value, 40)}” is not a day.`,
    fix: 'Write it as YYYY-MM-DD, such as 2023-04-30, or leave it out.',
  }
}
