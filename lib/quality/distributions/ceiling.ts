/** How one annotator scores against the others: about what a system can be expected to reach. Pure. */
import type { Clusters } from '@/lib/quality/agreement/samples'
import type { PairFigures } from '@/lib/quality/calibration/contract'
import type { ComparedSides } from '@/lib/quality/calibration/pair-figures'
import { majorityOf } from './posteriors'

/** The figures of one annotator by number, or of all annotators together under null. */
export interface CeilingRow {
  number: number | null
  figures: PairFigures
}

/** Each annotator against what more than half of the others say of the same units; all of them together under null. Responses stand in the order of items. */
export function sidesOfCeiling(
  size: number,
  { patterns, types, typeOf }: Clusters,
): { number: number | null; sides: ComparedSides }[] {
  const numbers = [...new Set(patterns.flatMap(({ raters }) => raters))].sort((a, b) => a - b)
  const cells = patterns.map(({ raters, codes }) =>
    raters.flatMap((number, place) => {
      const others = majorityOf(codes.filter((_, index) => index !== place))
      return others === null ? [] : [{ number, cell: (codes[place] ?? 0) * size + others }]
    }),
  )
  return [null, ...numbers].flatMap((number) => {
    const countsOf = types.map((type) => {
      const counts = new Array<number>(size * size).fill(0)
      for (const [pattern, units] of type)
        for (const each of cells[pattern] ?? [])
          if (number === null || each.number === number) counts[each.cell] = (counts[each.cell] ?? 0) + units
      return counts.some((count) => count > 0) ? { counts, responses: 1 } : null
    })
    const rows = typeOf.flatMap((type) => countsOf[type] ?? [])
    return rows.length === 0 ? [] : [{ number, sides: { size, rows, intervals: true } }]
  })
}
