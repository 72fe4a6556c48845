/** Does to one text what was done to others, as long as there is no doubt about where. */
import { toUtf16Offset } from '@/lib/text/code-points'
import type { EditOperation } from '@/lib/text/edit-operations'
import { segmentsOf } from '@/lib/text/segments'

/** What was done to a text. */
export interface Edited {
  was: string
  operations: readonly EditOperation[]
}

/** A stretch of the text, in UTF-16 offsets, and what takes its place. */
interface Replacement {
  start: number
  end: number
  by: string
}

/**
 * `text` with the same words replaced, deleted and inserted; null unless the words of every operation (of an insertion,
 * the words on both sides of it) stand exactly once in it and no two operations are at odds.
 */
export function applyElsewhere(text: string, edits: readonly Edited[]): string | null {
  const borders = wordBorders(text)
  const replacements: Replacement[] = []
  for (const { was, operations } of edits) {
    for (const operation of operations) {
      const found = placeOf(text, borders, was, operation)
      if (!found) return null
      if (!replacements.some((each) => isSame(each, found))) replacements.push(found)
    }
  }
  replacements.sort((left, right) => left.start - right.start || left.end - right.end)
  return isDisjoint(replacements) ? replaceAll(text, replacements) : null
}

const isSame = (left: Replacement, right: Replacement) =>
  left.start === right.start && left.end === right.end && left.by === right.by

const isDisjoint = (sorted: readonly Replacement[]) =>
  sorted.every(({ start }, index) => {
    const previous = sorted[index - 1]
    return !previous || (previous.end <= start && previous.start < start)
  })

function replaceAll(text: string, sorted: readonly Replacement[]): string {
  let result = ''
  let passed = 0
  for (const { start, end, by } of sorted) {
    result += text.slice(passed, start) + by
    passed = end
  }
  return result + text.slice(passed)
}

function placeOf(text: string, borders: ReadonlySet<number>, was: string, operation: EditOperation) {
  if (operation.kind === 'delete_claim') return null
  if (operation.kind === 'insert') return insertion(text, borders, was, operation)
  const removed = operation.kind === 'replace' ? operation.from : operation.text
  const start = onlyPlace(text, borders, removed.trim())
  if (start === null) return null
  const end = start + removed.trim().length
  if (operation.kind === 'replace') return { start, end, by: operation.to.trim() }
  if (/\s/u.test(text[start - 1] ?? '')) return { start: start - 1, end, by: '' }
  return { start, end: /\s/u.test(text[end] ?? '') ? end + 1 : end, by: '' }
}

function insertion(text: string, borders: ReadonlySet<number>, was: string, operation: { text: string; at: number }) {
  const offset = toUtf16Offset(was, operation.at)
  const before = lastWord(was.slice(0, offset))
  const after = /^\s*[^\s]+/u.exec(was.slice(offset))?.[0]
  if (!before || !after) return null
  const start = onlyPlace(text, borders, before + after)
  if (start === null) return null
  return { start: start + before.length, end: start + before.length, by: operation.text }
}

/** The last word of a text with the space behind it. */
function lastWord(text: string): string {
  const bare = text.trimEnd()
  let start = bare.length
  while (start > 0 && !/\s/u.test(bare[start - 1] ?? '')) start--
  return start === bare.length ? '' : text.slice(start)
}

/** Where whole words stand in a text, if exactly once; null otherwise. */
function onlyPlace(text: string, borders: ReadonlySet<number>, words: string): number | null {
  if (words.trim() === '') return null
  let place: number | null = null
  for (let offset = text.indexOf(words); offset >= 0; offset = text.indexOf(words, offset + 1)) {
    if (!borders.has(offset) || !borders.has(offset + words.length)) continue
    if (place !== null) return null
    place = offset
  }
  return place
}

function wordBorders(text: string): Set<number> {
  const borders = new Set([text.length])
  for (const { index } of segmentsOf(text)) borders.add(index)
  return borders
}
