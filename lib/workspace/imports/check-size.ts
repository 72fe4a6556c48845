/** Whether a person can work on an item of this size: the limits of `reading/limits.ts`, applied to what was read. Pure. */

import {
  counted,
  MAX_CONTENT_BYTES,
  MAX_FACT_BYTES,
  MAX_PASSAGE_TEXT,
  MAX_RECORD_BYTES,
  MAX_SHOWN_TEXT,
  MAX_UNITS,
  megabytes,
} from '@/lib/platform/foreign/records/limits'
import { parseStored } from '@/lib/platform/foreign/records/parse-stored'
import type { Json, Protocol, RecordProblem } from '@/lib/protocols/protocol'
import type { ReadItem } from './read-item'
import { NATIVE_FORMAT } from './read-native'

const SPLIT = 'Split the record into several, or leave out what nobody has to read.'

/** Everything that makes an item too large to be worked on; of an item that is there already nobody asks. */
export function checkSize(protocol: Pick<Protocol, 'present'>, item: ReadItem): RecordProblem[] {
  const record = Buffer.byteLength(item.record)
  const content = Buffer.byteLength(JSON.stringify(item.content))
  const problems = [
    ...(record > MAX_RECORD_BYTES
      ? [problem(item, null, `This record is longer than ${megabytes(MAX_RECORD_BYTES)}.`)]
      : []),
    ...factProblems(item),
    ...protocol.present(item.content).flatMap(({ title, text }) => shownProblem(item, title, text)),
    ...item.stages.flatMap(({ units }) => unitProblems(item, units)),
  ]
  if (problems.length > 0 || content <= MAX_CONTENT_BYTES) return problems
  const message = `What people would have to read has ${megabytes(Math.ceil(content / 10_000) * 10_000)}; an item has at most ${megabytes(MAX_CONTENT_BYTES)}.`
  return [problem(item, null, message)]
}

const FACT_WORDS = { externalId: 'id', domain: 'domain', source: 'source' } as const

function factProblems(item: ReadItem): RecordProblem[] {
  return (['externalId', 'domain', 'source'] as const).flatMap((fact) => {
    const [text, most] = [item[fact] ?? '', MAX_FACT_BYTES[fact]]
    const bytes = Buffer.byteLength(text)
    if (bytes <= most) return []
    const message = `The ${FACT_WORDS[fact]} has ${counted(bytes)} bytes; lists take at most ${counted(most)}.`
    return [{ ...problem(item, text, message), fix: 'Shorten it, or keep it in another field of the record.' }]
  })
}

function shownProblem(item: ReadItem, title: string, text: string): RecordProblem[] {
  if (text.length <= MAX_SHOWN_TEXT) return []
  const message = `The text "${title}" has ${counted(text.length)} characters; at most ${counted(MAX_SHOWN_TEXT)} are read as a whole.`
  return [problem(item, text, message)]
}

function unitProblems(item: ReadItem, units: ReadItem['stages'][number]['units']): RecordProblem[] {
  if (units.length > MAX_UNITS) {
    const message = `This makes ${counted(units.length)} units (sentences, claims, passages); an item has at most ${counted(MAX_UNITS)} in a stage.`
    return [problem(item, null, message)]
  }
  const long = units.find(({ text }) => text.length > MAX_PASSAGE_TEXT)
  if (!long) return []
  const message = `A passage has ${counted(long.text.length)} characters; at most ${counted(MAX_PASSAGE_TEXT)} are read.`
  return [problem(item, long.text, message)]
}

/** `text`: what is too long, to be looked for in the record; null where it is the whole. */
function problem(item: ReadItem, text: string | null, message: string): RecordProblem {
  const recordField = text === null ? '' : fieldOf(parseStored(item.record), text)
  const native = item.formatTitle === NATIVE_FORMAT.title
  const field = native ? ['item.record', recordField].filter((part) => part !== '').join(': ') : recordField
  return { field, message, fix: SPLIT }
}

/** Where a text stands in a record: the field that holds it, or else the longest that is a part of it; empty if none is. */
function fieldOf(value: Json, text: string): string {
  const longest = { field: '', length: 0 }
  const walk = (inner: Json, field: string): void => {
    if (typeof inner === 'string') {
      const { length } = inner
      if (length > longest.length && text.includes(inner.trim())) Object.assign(longest, { field, length })
      return
    }
    if (inner === null || typeof inner !== 'object') return
    for (const [key, part] of Object.entries(inner))
      walk(part, Array.isArray(inner) ? `${field}[${key}]` : field ? `${field}.${key}` : key)
  }
  walk(value, '')
  return longest.field
}
