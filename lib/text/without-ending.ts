/** Every character that a pattern takes for white space. */
export const SPACES =
  ' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

/** The text without those of the marks that stand at its end. Counted from there: a pattern would look for the end from each of a run. */
export function withoutEnding(text: string, marks: string): string {
  let end = text.length
  while (end > 0 && marks.includes(text[end - 1] ?? '')) end--
  return text.slice(0, end)
}

/** The text without those of the marks that stand at its beginning or its end. */
export function withoutOuter(text: string, before: string, behind = before): string {
  let start = 0
  while (start < text.length && before.includes(text[start] ?? '')) start++
  return withoutEnding(text.slice(start), behind)
}
