import type { NextIndex } from './seeded-random'

/**
 * Which `count` of `size` things are drawn, by their places in order; all where there are fewer. Every set of that size is
 * as likely as any other, and the same seed draws the same (partial Fisher-Yates shuffle).
 */
export function drawPlaces(size: number, count: number, next: NextIndex): number[] {
  const places = Array.from({ length: size }, (_, place) => place)
  const drawn = Math.min(size, Math.max(0, count))
  for (let index = 0; index < drawn; index++) {
    const other = index + next(size - index)
    const swappedPlace = places[index] ?? 0
    places[index] = places[other] ?? 0
    places[other] = swappedPlace
  }
  return places.slice(0, drawn).sort((one, another) => one - another)
}
