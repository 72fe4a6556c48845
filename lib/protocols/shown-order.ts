/** Units in the order in which an annotator saw them: of the kind that a stage shuffles, each with its parts behind it. */
import type { Stage, UnitDraft } from './protocol'

/**
 * The units with those of the shuffled kind in the order of `shownOrder`, in the places that such units have; what `shownOrder` does
 * not name comes behind. As they stand where nothing is shuffled or nobody knows the order.
 */
export function inShownOrder<T extends UnitDraft>(
  { shuffles }: Pick<Stage, 'shuffles'>,
  units: readonly T[],
  shownOrder: readonly string[] | null,
): T[] {
  if (shuffles === undefined || shownOrder === null) return [...units]
  const blocks = blocksOf(shuffles, units)
  const places = new Map(shownOrder.map((key, place) => [key, place]))
  const placeOf = ([head]: readonly T[]) => places.get(head?.key ?? '') ?? shownOrder.length
  const shuffled = blocks.filter(([head]) => head?.kind === shuffles).toSorted((a, b) => placeOf(a) - placeOf(b))
  return blocks.flatMap((block) => (block[0]?.kind === shuffles ? (shuffled.shift() ?? []) : block))
}

/** Each shuffled unit with what stands behind it as its part; every other unit on its own. */
function blocksOf<T extends UnitDraft>(kind: string, units: readonly T[]): T[][] {
  const blocks: T[][] = []
  const inside = new Map<string, T[]>()
  for (const unit of units) {
    const whole = unit.parent === undefined ? undefined : inside.get(unit.parent)
    if (whole) whole.push(unit)
    const block = whole ?? [unit]
    if (!whole) blocks.push(block)
    if (whole || unit.kind === kind) inside.set(unit.key, block)
  }
  return blocks
}

/** The keys of the units that a stage shuffles, as they stand; null where it shuffles none. */
export function shuffledKeys(
  { shuffles }: Pick<Stage, 'shuffles'>,
  units: readonly Pick<UnitDraft, 'key' | 'kind'>[],
): string[] | null {
  return shuffles === undefined ? null : units.filter(({ kind }) => kind === shuffles).map(({ key }) => key)
}
