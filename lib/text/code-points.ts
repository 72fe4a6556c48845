/**
 * Offsets into a text count Unicode code points everywhere outside this room (docs/decisions/002-offset-unit.md):
 * Python, PostgreSQL and the published datasets count the same way, JavaScript's own UTF-16 units do not.
 */

/** The text's code points, one string each; a surrogate without its partner counts as one. */
export function codePoints(text: string): string[] {
  return Array.from(text)
}

/** Length in code points. */
export function codePointLength(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** The part from code point `start` up to, not including, `end`. */
export function codePointSlice(text: string, start: number, end = Number.POSITIVE_INFINITY): string {
  return text.slice(toUtf16Offset(text, start), toUtf16Offset(text, end))
}

/** UTF-16 offset of a code-point offset; past the end is the end. */
export function toUtf16Offset(text: string, codePointOffset: number): number {
  let utf16 = 0
  let passed = 0
  for (const point of text) {
    if (passed++ >= codePointOffset) break
    utf16 += point.length
  }
  return utf16
}

/** Code-point offset of a UTF-16 offset, such as one from a browser selection; inside a pair, that of the pair. */
export function toCodePointOffset(text: string, utf16Offset: number): number {
  let utf16 = 0
  let passed = 0
  for (const point of text) {
    utf16 += point.length
    if (utf16 > utf16Offset) break
    passed++
  }
  return passed
}
