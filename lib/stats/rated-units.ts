import { type RatingTable, UNRATED } from './ratings'

/** How many units have a rating, and how many ratings the fullest of them has. */
export function ratedUnits({ codes, raters, times }: RatingTable): { nUnits: number; most: number } {
  let nUnits = 0
  let most = 0
  times.forEach((count, row) => {
    const size = codes.subarray(row * raters, (row + 1) * raters).filter((code) => code !== UNRATED).length
    if (count === 0 || size === 0) return
    nUnits += count
    most = Math.max(most, size)
  })
  return { nUnits, most }
}
