/** A piece of a text: a unit's own, or what stands between units. `at` is its offset, unique within the text. */
export type Piece = { at: number; text: string; unit: string | null }

/** Finds units, in order, in a text; null when one of them is not there word for word. */
export function placeUnits(text: string, units: readonly { key: string; text: string }[]): Piece[] | null {
  const pieces: Piece[] = []
  let end = 0
  for (const unit of units) {
    const start = text.indexOf(unit.text, end)
    if (start < 0 || unit.text === '') return null
    if (start > end) pieces.push({ at: end, text: text.slice(end, start), unit: null })
    pieces.push({ at: start, text: unit.text, unit: unit.key })
    end = start + unit.text.length
  }
  if (end < text.length) pieces.push({ at: end, text: text.slice(end), unit: null })
  return pieces
}
