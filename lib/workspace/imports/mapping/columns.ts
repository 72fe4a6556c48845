/** A record laid out as columns, and what the columns of a file hold. Pure. */
import { EARLIER_MESSAGES, LAST_MESSAGE } from '@/lib/protocols/own-columns'
import type { Json, RecordProblem } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { isUnstorable } from '@/lib/text/escape-text'
import { excerpt } from '@/lib/text/excerpt'
import type { ColumnView } from './contract'
import { conversationIn } from './conversation'
import { pythonList } from './python-list'
import { textValue } from './text-value'

/** Columns of one record, and of a file; what is beyond is in no column. */
export const MOST_COLUMNS = 300
/** A longer name is no column: no mapping could name it. */
export const LONGEST_NAME = 500
const DEEPEST = 4
const SAMPLE_LENGTH = 120
const SAMPLES = 3
/** A column with more words than this, or longer ones, holds texts. */
const MOST_WORDS = 30
const LONGEST_WORD = 60

/** What people see of the columns of a record. */
export interface RecordColumns {
  columns: Map<string, Json>
  /** What is to be said of how they came about. */
  notes: RecordProblem[]
}

/**
 * The columns of a record by their names: its own fields in their order, then what is nested in them, so that no large object takes the place
 * of a field behind it.
 */
export function columnsIn(record: JsonRecord): RecordColumns {
  const columns = new Map<string, Json>()
  const conversation = conversationIn(record)
  if (conversation) {
    if (conversation.prompt !== '') columns.set(EARLIER_MESSAGES, conversation.prompt)
    if (conversation.response !== null) columns.set(LAST_MESSAGE, conversation.response)
  }
  const isRead = (name: string) => conversation?.fields.includes(name) ?? false
  const fields = Object.entries(record)
  for (const [name, value] of fields) if (!isJsonRecord(value) && !isRead(name)) addColumns(columns, name, value, false)
  for (const [name, value] of fields) if (isJsonRecord(value)) addColumns(columns, name, value, isRead(name))
  return { columns, notes: conversation?.notes ?? [] }
}

/** `scalars`: only what is neither text nor list of a conversation, such as the name of its model. */
function addColumns(columns: Map<string, Json>, name: string, value: Json, scalars: boolean, depth = 1): void {
  if (columns.size >= MOST_COLUMNS) return
  if (isJsonRecord(value) && depth < DEEPEST && Object.keys(value).length > 0) {
    for (const [key, inner] of Object.entries(value)) addColumns(columns, `${name}.${key}`, inner, scalars, depth + 1)
    return
  }
  if (scalars && typeof value === 'object') return
  if (!columns.has(name)) columns.set(name, value)
}

/** A value as a word to be compared: trimmed, in lower case; null where it is none. */
export function wordOf(value: Json): string | null {
  if (value === null || typeof value === 'object') return null
  const word = String(value).trim().toLowerCase()
  return word === '' ? null : word
}

/**
 * The entries of a list; of a text that holds one as JSON, or as Python prints it, too. null where it is none, or where its escapes stand
 * for what cannot be stored: the record was checked for that as it stands, with the list as a text.
 */
export function listOf(value: Json): Json[] | null {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string' || !/^\s*\[/.test(value)) return null
  try {
    const parsed: unknown = JSON.parse(value)
    if (!Array.isArray(parsed)) return null
    return UNSTORABLE_ESCAPE.test(value) && holdsUnstorable(parsed as Json[]) ? null : (parsed as Json[])
  } catch {
    return pythonList(value)
  }
}

/** NUL, or half of a surrogate pair. */
const UNSTORABLE_ESCAPE = /\\u(?:0000|d[89a-f])/i

function holdsUnstorable(value: Json): boolean {
  if (typeof value === 'string') return isUnstorable(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => isUnstorable(key) || holdsUnstorable(inner))
}

/** What one record shows of one column: can be sent from process to process. */
export interface ColumnGlimpse {
  name: string
  sample: string
  words: string[] | null
  isList: boolean
  /** Left out where it can be read as a text. */
  holdsObjects?: true
}

/** The filled columns of a record, in short. */
export const glimpsesOf = (record: JsonRecord): ColumnGlimpse[] =>
  [...columnsIn(record).columns].flatMap(([name, value]) => {
    if (isEmpty(value)) return []
    const list = listOf(value)
    const words = (list ?? [value])
      .filter((each) => !isEmpty(each))
      .map((each) => (isShort(each) ? wordOf(each) : null))
    const sample = typeof value === 'string' ? value : JSON.stringify(value)
    return [
      {
        name,
        sample: excerpt(sample.slice(0, 4 * SAMPLE_LENGTH), SAMPLE_LENGTH),
        words: words.every((word) => word !== null) ? words.slice(0, MOST_WORDS) : null,
        isList: list !== null,
        ...(textValue(value) ? {} : { holdsObjects: true as const }),
      },
    ]
  })

/** Does it stand for nothing in a cell? */
export const isEmpty = (value: Json): boolean => value === null || (typeof value === 'string' && value.trim() === '')

const isShort = (value: Json) => typeof value !== 'string' || value.trim().length <= LONGEST_WORD

/** Collects the columns of a file from its records. */
export class ColumnCollector {
  private readonly views = new Map<string, { view: ColumnView; words: Map<string, number> | null }>()

  add(glimpses: readonly ColumnGlimpse[]): void {
    for (const { name, sample, words, isList, holdsObjects } of glimpses) {
      if (name.length > LONGEST_NAME || (this.views.size >= MOST_COLUMNS && !this.views.has(name))) continue
      const columnEntry = this.views.get(name) ?? {
        view: { name, filled: 0, samples: [], words: null, isList },
        words: new Map<string, number>(),
      }
      this.views.set(name, columnEntry)
      columnEntry.view.filled++
      columnEntry.view.isList &&= isList
      if (holdsObjects) columnEntry.view.holdsObjects = true
      if (columnEntry.view.samples.length < SAMPLES && !columnEntry.view.samples.includes(sample))
        columnEntry.view.samples.push(sample)
      if (words === null) columnEntry.words = null
      for (const word of words ?? []) columnEntry.words?.set(word, (columnEntry.words.get(word) ?? 0) + 1)
      if ((columnEntry.words?.size ?? 0) > MOST_WORDS) columnEntry.words = null
    }
  }

  list(): ColumnView[] {
    return [...this.views.values()].map(({ view, words }) => ({
      ...view,
      words:
        words && [...words].map(([word, count]) => ({ word, count })).sort((left, right) => right.count - left.count),
    }))
  }
}
