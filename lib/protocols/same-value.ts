import canonicalize from 'canonicalize'
import { parseUrl } from '@/lib/text/parse-url'
import type { Json } from './protocol'

/** Do two answers say the same? Deep, whatever the order of object keys; texts are compared without outer blanks. */
export function sameValue(left: Json, right: Json): boolean {
  if (typeof left === 'string' && typeof right === 'string') return left.trim() === right.trim()
  if (!isComposite(left) || !isComposite(right)) return left === right
  return identity(left) === identity(right)
}

/** Like `sameValue`, but a blank typed at the end of a text is a change. */
export function sameExactly(left: Json, right: Json): boolean {
  return typeof left === 'string' || typeof right === 'string' ? left === right : sameValue(left, right)
}

const isComposite = (value: Json) => typeof value === 'object' && value !== null

/** One list of what several lists hold; links are the same when their addresses are, and all their notes are kept. */
export function mergeLists(lists: readonly Json[]): Json[] {
  const merged = new Map<string, Json>()
  for (const entry of lists.flat(1) as Json[]) {
    const key = isLink(entry) ? addressOf(entry.url) : identity(entry)
    const existingEntry = merged.get(key)
    merged.set(
      key,
      isLink(existingEntry) && isLink(entry) ? mergeNotes(existingEntry, entry) : (existingEntry ?? entry),
    )
  }
  return [...merged.values()]
}

type LinkEntry = { [key: string]: Json } & { url: string }

function isLink(entry: Json | undefined): entry is LinkEntry {
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry) && typeof entry.url === 'string'
}

function addressOf(url: string): string {
  return parseUrl(url)?.href ?? url
}

function mergeNotes(existingEntry: LinkEntry, entry: LinkEntry): LinkEntry {
  const notes = [existingEntry.note, entry.note].filter((note) => typeof note === 'string' && note !== '')
  return notes.length === 0 ? existingEntry : { ...existingEntry, note: [...new Set(notes)].join('\n') }
}

function identity(value: Json): string {
  return canonicalize(typeof value === 'string' ? value.trim() : value) ?? 'null'
}
