/**
 * The number that a person wrote, with a point or a comma before its decimals; null for anything else. A comma before exactly three digits is
 * refused, but behind a 0: it stands before decimals in some countries, and between thousands in others.
 */
export function readNumber(text: string): number | null {
  const plain = text.trim()
  if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(plain)) return null
  const pointed = plain.replace(',', '.')
  const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(pointed) ? Number(pointed) : Number.NaN
  return Number.isFinite(number) ? number : null
}

/** Said of a text that is none. */
export const NOT_A_NUMBER = 'This is not a number yet. Write thousands without a comma, and decimals behind a point.'
