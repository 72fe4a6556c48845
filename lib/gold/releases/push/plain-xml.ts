/**
 * Which texts the parser of s3mini reads in time in proportion to their length: its expression looks for the end of an element from each
 * beginning on, so that beginnings without an end, and elements within others of their name, cost the square of it. Pure.
 */

/** A listing of a thousand objects has some ten elements for each. */
const MOST_ELEMENTS = 20_000
const MOST_DEPTH = 8

const HEAD = /^\s*<\?xml[^?<>]*\?>/
const NAME = '[A-Za-z_][\\w.-]*'
const BEGINNING = new RegExp(`^(${NAME})(?:\\s[^]*)?$`)

/** Elements that are closed in order, few deep and none within another of its name; no comments, no other sections, no bare `<`. */
export function isPlainXml(text: string): boolean {
  const open: string[] = []
  let elements = 0
  let from = HEAD.exec(text)?.[0].length ?? 0
  for (;;) {
    const start = text.indexOf('<', from)
    if (start === -1) return open.length === 0 && elements > 0
    const end = text.indexOf('>', start)
    if (end === -1) return false
    const tag = text.slice(start + 1, end)
    from = end + 1
    if (tag.startsWith('/')) {
      if (open.pop() !== tag.slice(1)) return false
      continue
    }
    const isEmpty = tag.endsWith('/')
    const name = BEGINNING.exec(isEmpty ? tag.slice(0, -1) : tag)?.[1]
    elements += 1
    if (name === undefined || tag.includes('<') || elements > MOST_ELEMENTS) return false
    if (open.length === MOST_DEPTH || open.includes(name)) return false
    if (!isEmpty) open.push(name)
  }
}
