/** Figures computed plainly, by their definitions and by nothing of the product: agreement of two people, and scores of a system. */
import type { Span } from './published-set'

type Pair<Value> = readonly [Value | null, Value | null]
type Rated<Value> = readonly [Value, Value]

/** The units that both have rated. */
export const ratedByBoth = <Value>(pairs: readonly Pair<Value>[]): Rated<Value>[] =>
  pairs.flatMap(([one, other]) => (one === null || other === null ? [] : [[one, other] as const]))

export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((all, each) => all + each, 0) / numbers.length

/** The share of pairs that are the same. */
export const percentOf = (pairs: readonly Rated<string>[]): number =>
  mean(pairs.map(([one, other]) => Number(one === other)))

/** Krippendorff's alpha of two raters: 1 - mean distance within units / mean distance of all ordered pairs of ratings. */
export function alphaOf<Value>(pairs: readonly Rated<Value>[], distance: (one: Value, other: Value) => number): number {
  const ratings = pairs.flat()
  const within = mean(pairs.map(([one, other]) => distance(one, other)))
  let sum = 0
  for (const [place, one] of ratings.entries())
    for (const [at, other] of ratings.entries()) if (at !== place) sum += distance(one, other)
  return 1 - within / (sum / (ratings.length * (ratings.length - 1)))
}

export const different = (one: string, other: string): number => Number(one !== other)

/** The ordinal distance of Krippendorff: how many ratings lie from one value to the other, half of those at both ends, squared. */
export function ordinalIn(pairs: readonly Rated<string>[], order: readonly string[]): typeof different {
  const counts = order.map((value) => pairs.flat().filter((rating) => rating === value).length)
  return (one, other) => {
    const [from = 0, to = 0] = [order.indexOf(one), order.indexOf(other)].toSorted((left, right) => left - right)
    if (from === to) return 0
    const between = counts.slice(from, to + 1).reduce((all, count) => all + count, 0)
    return (between - ((counts[from] ?? 0) + (counts[to] ?? 0)) / 2) ** 2
  }
}

export const interval = (one: string, other: string): number => (Number(one) - Number(other)) ** 2

/** MASI (Passonneau 2006) as a distance. */
export function masi(one: readonly string[], other: readonly string[]): number {
  const shared = one.filter((value) => other.includes(value)).length
  const all = new Set([...one, ...other]).size
  if (shared === all) return 0
  const weight = shared === 0 ? 0 : shared === Math.min(one.length, other.length) ? 2 / 3 : 1 / 3
  return 1 - (shared / all) * weight
}

/** The characters that spans cover, of one label or of all. */
export const charactersIn = (spans: readonly Span[], label?: string): Set<number> =>
  new Set(
    spans
      .filter((span) => label === undefined || span.label === label)
      .flatMap(({ start, end }) => Array.from({ length: end - start }, (_, place) => start + place)),
  )

/** Twice what both have over what either has. */
export function f1Of(pairs: readonly (readonly [ReadonlySet<unknown>, ReadonlySet<unknown>])[]): number {
  const both = pairs.map(([one, other]) => [...one].filter((each) => other.has(each)).length)
  const either = pairs.map(([one, other]) => one.size + other.size)
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
  return (2 * sum(both)) / sum(either)
}

/** The mean over items of intersection over union; 1 where neither marks anything. */
export const meanOverlap = (pairs: readonly (readonly [ReadonlySet<number>, ReadonlySet<number>])[]): number =>
  mean(
    pairs.map(([one, other]) => {
      const all = new Set([...one, ...other])
      return all.size === 0 ? 1 : [...one].filter((each) => other.has(each)).length / all.size
    }),
  )

/** Precision, recall and F1 of one value; 0 where nothing is divided by. */
export function scoresOf(value: string, pairs: readonly (readonly [gold: string, predicted: string])[]) {
  const right = pairs.filter(([gold, predicted]) => gold === value && predicted === value).length
  const ofGold = pairs.filter(([gold]) => gold === value).length
  const ofSystem = pairs.filter(([, predicted]) => predicted === value).length
  return {
    occurs: ofGold + ofSystem > 0,
    precision: ofSystem === 0 ? 0 : right / ofSystem,
    recall: ofGold === 0 ? 0 : right / ofGold,
    f1: ofGold + ofSystem === 0 ? 0 : (2 * right) / (ofGold + ofSystem),
  }
}
