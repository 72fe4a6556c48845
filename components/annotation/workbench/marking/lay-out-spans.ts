/** How spans that may overlap are drawn under a text: on levels, so that no two are drawn in one place. Pure. */
import type { MarkedSpan } from '@/lib/protocols/marked-spans'

export interface DrawnPiece {
  /** Where it begins in the text, in code points. */
  at: number
  text: string
  /** The span on each level under this piece, by its place in the list; null where the level is empty. From the text downwards. */
  levels: readonly (number | null)[]
}

/** The text in pieces, each lying wholly in or outside of every span; spans have to lie within the text. */
export function drawnPieces(text: string, spans: readonly MarkedSpan[]): DrawnPiece[] {
  const points = [...text]
  const levelOf = levelsOf(spans)
  const cuts = [...new Set([0, ...spans.flatMap(({ start, end }) => [start, end]), points.length])]
    .filter((cut) => cut <= points.length)
    .toSorted((one, other) => one - other)
  return cuts.slice(0, -1).map((from, index) => {
    const to = cuts[index + 1] ?? points.length
    const covering = spans.flatMap(({ start, end }, place) => (start <= from && to <= end ? [place] : []))
    const depth = Math.max(-1, ...covering.map((place) => levelOf[place] ?? 0)) + 1
    const levels = Array.from(
      { length: depth },
      (_, level) => covering.find((place) => levelOf[place] === level) ?? null,
    )
    return { at: from, text: points.slice(from, to).join(''), levels }
  })
}

/** The first level on which nothing else is drawn in the same place, for each span. */
function levelsOf(spans: readonly MarkedSpan[]): number[] {
  const levels: number[] = []
  for (const [place, { start, end }] of spans.entries()) {
    const takenLevels = new Set(
      spans.slice(0, place).flatMap((other, index) => (other.start < end && start < other.end ? [levels[index]] : [])),
    )
    let level = 0
    while (takenLevels.has(level)) level += 1
    levels.push(level)
  }
  return levels
}
