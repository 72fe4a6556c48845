import { placeFuzzily } from '@/lib/text/place-fuzzily'
import type { Piece } from '@/lib/text/place-units'

interface Unit {
  key: string
  text: string
}

/** A unit that stands in the text word for word. `weight`: how much is placed if this one and those before it are. */
interface Anchor {
  index: number
  start: number
  end: number
  weight: number
  before: Anchor | null
}

/**
 * The text in pieces that make it up, with the sentences where they are, in order. Those that stand there word for word are
 * placed first (as much text of them as order allows); the others by their words, between these.
 */
export function placeSentences(text: string, units: readonly Unit[]): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  let passed = 0
  const fill = (to: number, upTo: number) => {
    if (to > passed) {
      const found = placeFuzzily(text.slice(passed, to), units.slice(from, upTo))
      pieces.push(...found.map((piece) => ({ ...piece, at: piece.at + passed })))
    }
  }
  for (const { index, start, end } of anchorsIn(text, units)) {
    fill(start, index)
    pieces.push({ at: start, text: text.slice(start, end), unit: units[index]?.key ?? null })
    from = index + 1
    passed = end
  }
  fill(text.length, units.length)
  return pieces
}

/** The heaviest row of units that stand in the text word for word, once, and one behind the other. */
function anchorsIn(text: string, units: readonly Unit[]): Anchor[] {
  const found: Anchor[] = []
  let best: Anchor | null = null
  for (const [index, unit] of units.entries()) {
    const start = unit.text === '' ? -1 : text.indexOf(unit.text)
    if (start < 0 || text.indexOf(unit.text, start + 1) >= 0) continue
    let before: Anchor | null = null
    for (const each of found) if (each.end <= start && each.weight > (before?.weight ?? 0)) before = each
    const length = unit.text.length
    const anchor: Anchor = { index, start, end: start + length, weight: (before?.weight ?? 0) + length, before }
    found.push(anchor)
    if (anchor.weight > (best?.weight ?? 0)) best = anchor
  }
  const row: Anchor[] = []
  for (let anchor: Anchor | null = best; anchor; anchor = anchor.before) row.unshift(anchor)
  return row
}
