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

/**
 * The address of a project's items under a filter; page 1 and empty values are left out. With `view`, the view that was changed to it: its order is
 * always said then, since an address of nothing but a view means what the view keeps.
 */
export function itemsHref(projectId: string, query: Partial<ItemsQueryInput> = {}, view?: string): string {
  const search = new URLSearchParams(view === undefined ? {} : { view })
  for (const [name, value] of Object.entries(query)) {
    const implied = (name === 'page' && value === 1) || (name === 'sort' && value === 'position' && view === undefined)
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
export function fromShownOffset(text: string, shownOffset: number): number {
  let offset = 0
  for (let passed = 0; passed < shownOffset && offset < text.length; passed++)
    offset += text.startsWith('\r\n', offset) ? 2 : 1
  return offset
}

/** The address of a saved view, and of a page of it. */
export const viewHref = (projectId: string, view: string, page = 1): string =>
  `/projects/${projectId}/items?view=${view}${page > 1 ? `&page=${page}` : ''}`

/** Are two lists the same, whatever page is shown? What is not asked for is as if left out. */
export function isSameList(left: Partial<ItemsQueryInput>, right: Partial<ItemsQueryInput>): boolean {
  const written = ({ page: _, ...query }: Partial<ItemsQueryInput>) =>
    itemsHref('', query).split('?')[1]?.split('&').toSorted().join()
  return written(left) === written(right)
}

/** Those of a list from one to another, both included, whichever comes first. */
export function rangeOf(ids: readonly string[], from: string, to: string): string[] {
  const [start, end] = [ids.indexOf(from), ids.indexOf(to)].toSorted((a, b) => a - b)
  return start === undefined || end === undefined || start < 0 ? [to] : ids.slice(start, end + 1)
}
