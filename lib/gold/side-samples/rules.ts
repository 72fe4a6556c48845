import { drawPlaces } from '@/lib/stats/draw-places'
import { seededRandom } from '@/lib/stats/seeded-random'

/** The largest seed that can be given. */
export const MOST_SEED = 2_147_483_647
/** The most records that one sample holds. */
export const MOST_SAMPLED = 5_000

/** The drawn ones of a list, in its order. */
export function drawFrom<Item>(items: readonly Item[], count: number, seed: number): Item[] {
  const places = new Set(drawPlaces(items.length, count, seededRandom(seed)))
  return items.filter((_, place) => places.has(place))
}
