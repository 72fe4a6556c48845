import { sameTextIgnoringSpace } from '@/lib/text/same-text'
import type { ItemsQueryInput, ItemView } from './contract'

/** A LIKE pattern that finds the text anywhere, taken literally. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** The text that the segments make up: the shown part that says the same, or the segments put together. */
export function wholeText(parts: readonly { text: string }[], segments: readonly string[]): string {
  const joined = segments.join('')
  return parts.find((part) => sameTextIgnoringSpace(part.text, joined))?.text ?? joined
}

/**
 * Why `next` may not replace `current`, in a sentence; null when it may. The same text must come out: exactly, where the
 * segments make up the whole exactly; otherwise (records that give their own segments) white space between segments is
 * free, and each segment must stand in the text as it is.
 */
export function resegmentProblem(current: readonly string[], next: readonly string[], whole: string): string | null {
  const before = current.join('')
  const after = next.join('')
  if (next.some((segment) => segment.trim() === '')) return 'A segment must not be empty.'
  const same = before === whole ? after === whole : sameTextIgnoringSpace(before, after)
  if (!same) return 'The segments must say exactly what the text says: nothing added, nothing left out.'
  const places = [whole, before, current.join(' ')].map(onOneLine)
  const stands = (segment: string) => places.some((place) => place.includes(onOneLine(segment)))
  return next.every(stands) ? null : 'A segment must stand in the text as it is.'
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** How many units at the beginning and at the end stay as they are; they do not overlap. */
export function unchangedEnds(current: readonly string[], next: readonly string[]): { head: number; tail: number } {
  const shorter = Math.min(current.length, next.length)
  let head = 0
  while (head < shorter && current[head] === next[head]) head++
  let tail = 0
  while (tail < shorter - head && current[current.length - 1 - tail] === next[next.length - 1 - tail]) tail++
  return { head, tail }
}

/** The address of a project's items under a filter; page 1 and empty values are left out. */
export function itemsHref(projectId: string, query: Partial<ItemsQueryInput> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const implied = (name === 'page' && value === 1) || (name === 'sort' && value === 'position')
    if (value !== undefined && value !== '' && !implied) search.set(name, String(value))
  }
  return `/projects/${projectId}/items${search.size > 0 ? `?${search}` : ''}`
}

/** Where a unit stands on its item's page. */
export const unitAnchor = (stage: string, unit: string): string => `${stage}-${unit}`

/** So many characters of a record are sent with its page. */
const RECORD_ON_PAGE = 8_000

/**
 * An item as its page is sent it: of a long record its beginning, and no units a second time where those of the gold are
 * shown. The rest is fetched by who asks for it.
 */
export function itemOnPage(item: ItemView): ItemView {
  const { record, tasks } = item
  const cut = record !== null && record.length > RECORD_ON_PAGE
  return {
    ...item,
    ...(cut ? { record: record.slice(0, RECORD_ON_PAGE).replace(/[\ud800-\udbff]$/, ''), recordCut: true } : {}),
    tasks: tasks.map((task) => (task.gold && !task.stale ? { ...task, units: [] } : task)),
  }
}

/** The offset in a text of a text field's caret: the field shows CR LF as one line break. UTF-16 units, as the caret's. */
export function fromShownOffset(text: string, shown: number): number {
  let at = 0
  for (let passed = 0; passed < shown && at < text.length; passed++) at += text.startsWith('\r\n', at) ? 2 : 1
  return at
}
