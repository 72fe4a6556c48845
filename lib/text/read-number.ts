/**
 * The number that a person wrote, with a point or a comma before its decimals; null for anything else. A comma before exactly three digits is
 * refused: it stands before decimals in some countries, and between thousands in others.
 */
export function readNumber(text: string): number | null {
  const plain = text.trim()
  if (/^[+-]?\d{1,3},\d{3}$/.test(plain)) return null
  const pointed = plain.replace(',', '.')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(pointed) ? Number(pointed) : null
}
