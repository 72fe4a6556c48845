/**
 * More marks after one letter than any text has. To order n of them by their classes takes the platform n² steps, and no program
 * shows them. Two letters become marks as well: the halfwidth signs of voiced Japanese sounds.
 */
const MANY_MARKS = /([\p{M}\uFF9E\uFF9F]{30})(?=[\p{M}\uFF9E\uFF9F])/gu

/**
 * The text in a normalization form of Unicode, in time in proportion to its length. It is what `String.normalize` makes of it but within
 * runs of more than 30 combining marks, which are put in order in pieces of 30 (where UAX #15, section 13, "Stream-Safe Text Format", inserts
 * a character).
 */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  const pieces: string[] = []
  let from = 0
  for (const { index, 0: marks } of text.matchAll(MANY_MARKS)) {
    pieces.push(text.slice(from, index + marks.length))
    from = index + marks.length
  }
  if (from === 0) return text.normalize(form)
  return [...pieces, text.slice(from)].map((piece) => piece.normalize(form)).join('')
}
