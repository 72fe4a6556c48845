import { mostPairs } from './most-pairs'

interface Placed {
  readonly start: number
  readonly end: number
}

/** How many spans can be matched one to one whose intersection is at least `iou` of their union; each is counted, the same place twice, too. */
export const spansInCommon = (one: readonly Placed[], other: readonly Placed[], iou: number): number =>
  mostPairs(one.length, other.length, (left, right) => {
    const [first, second] = [one[left], other[right]]
    return first !== undefined && second !== undefined && overlap(first, second) >= iou
  })

/** Intersection over union. */
function overlap(one: Placed, other: Placed): number {
  const shared = Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start))
  return shared / (one.end - one.start + (other.end - other.start) - shared)
}
