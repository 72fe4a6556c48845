/**
 * Gamma of two annotators who marked spans in a text: how much less disorder their best alignment has than chance would leave. Mathet,
 * Widlöcher & Métivier 2015, The unified and holistic method gamma (γ) for inter-annotator agreement measure and alignment, Computational
 * Linguistics 41(3):437-479. More than two annotators are compared two by two, since the best alignment of all at once is a set partition,
 * which cannot be promised in time.
 */
import type { Estimate } from './result'
import { seededRandom } from './seeded-random'
import { StatsInputError } from './stats-input-error'

/** A stretch of the text from `start` up to, not including, `end`; `label`: null where spans have none. */
export interface AlignedSpan {
  readonly start: number
  readonly end: number
  readonly label: string | number | boolean | null
}

/** What leaving a span without a partner costs, Δ∅ of the paper; the weights of place and label are 1. */
const ALONE = 1

/**
 * How unlike two spans are: the squared sum of how far beginnings and ends lie apart, as a share of both lengths, and 1 where the labels
 * differ. From 2 on, leaving both alone costs no more.
 */
export function dissimilarity(one: AlignedSpan, other: AlignedSpan): number {
  const apart = Math.abs(one.start - other.start) + Math.abs(one.end - other.end)
  const lengths = one.end - one.start + other.end - other.start
  return (apart / lengths) ** 2 * ALONE + (one.label === other.label ? 0 : ALONE)
}

export interface Alignment {
  /** Places of spans in the two lists that stand for each other; all other spans stand alone. */
  readonly pairs: readonly (readonly [first: number, second: number])[]
  /** The sum of the pairs' dissimilarities, and 1 for each span alone. Divided by the mean number of spans it is the paper's disorder. */
  readonly cost: number
}

/**
 * The alignment of two annotators' spans that costs least: shortest augmenting paths, span by span (Jonker & Volgenant 1987, Computing
 * 38:325), among the pairs below 2 alone, of which a span has few unless many lie over each other.
 * @param spend called with the steps that are taken: it may throw.
 */
export function bestAlignment(
  first: readonly AlignedSpan[],
  second: readonly AlignedSpan[],
  spend: (steps: number) => void = () => {},
): Alignment {
  const search: Search = {
    gains: gainsOf(first, second, spend),
    // Behind the spans of the second stands a place for each of the first to be alone.
    price: new Float64Array(second.length + first.length),
    rowOf: new Int32Array(second.length + first.length).fill(-1),
    columnOf: new Int32Array(first.length).fill(-1),
    alone: second.length,
  }
  for (const row of first.keys()) placeRow(search, row, spend)
  const pairs = [...second.keys()]
    .map((column): [number, number] => [search.rowOf[column] ?? -1, column])
    .filter(([row]) => row >= 0)
    .toSorted(([one], [other]) => one - other)
  const gain = pairs.reduce((sum, [row, column]) => sum + (search.gains[row]?.get(column) ?? 0), 0)
  return { pairs, cost: ALONE * (first.length + second.length) + gain }
}

/** By span of the first, the spans of the second that it may stand for, with what that adds to the cost, which is below 0. */
type Gains = readonly ReadonlyMap<number, number>[]

interface Search {
  gains: Gains
  /** Of each column, at most 0, and 0 of those that are free. */
  price: Float64Array
  /** The row that each column is given to; -1: none. */
  rowOf: Int32Array
  columnOf: Int32Array
  /** Of the row r the column `alone` + r means that it has no partner. */
  alone: number
}

/** Gives `row` a column along the shortest augmenting path, moving rows that were placed before where that costs less. */
function placeRow(search: Search, row: number, spend: (steps: number) => void): void {
  const { gains, price, rowOf, alone } = search
  const distance = new Map<number, number>()
  const cameFrom = new Map<number, number>()
  const open = new Set<number>()
  const done = new Set<number>()
  const reach = (column: number, from: number, newDistance: number) => {
    // A rounding error may bring a column that is done nearer once more; from there the way back would be a circle.
    if (done.has(column) || newDistance >= (distance.get(column) ?? Number.POSITIVE_INFINITY)) return
    distance.set(column, newDistance)
    cameFrom.set(column, from)
    open.add(column)
  }
  const leave = (from: number, base: number) => {
    const rowGains = gains[from]
    spend(1 + (rowGains?.size ?? 0))
    for (const [column, gain] of rowGains ?? []) reach(column, from, base + gain - (price[column] ?? 0))
    reach(alone + from, from, base - (price[alone + from] ?? 0))
  }
  leave(row, 0)
  for (;;) {
    let nearest = -1
    spend(open.size)
    for (const column of open)
      if (nearest < 0 || (distance.get(column) ?? 0) < (distance.get(nearest) ?? 0)) nearest = column
    open.delete(nearest)
    const nearestDistance = distance.get(nearest) ?? 0
    const holder = rowOf[nearest] ?? -1
    if (holder < 0) {
      for (const column of done) price[column] = (price[column] ?? 0) + (distance.get(column) ?? 0) - nearestDistance
      giveAlong(search, { cameFrom, free: nearest, row }, spend)
      return
    }
    done.add(nearest)
    leave(holder, nearestDistance - (gains[holder]?.get(nearest) ?? 0) + (price[nearest] ?? 0))
  }
}

/** Gives the column to the row that it was reached from, the column of that row before to the next one, and so on up to `row`. */
function giveAlong(
  { rowOf, columnOf }: Search,
  { cameFrom, free, row }: { cameFrom: ReadonlyMap<number, number>; free: number; row: number },
  spend: (steps: number) => void,
): void {
  for (let column = free, from = -1; from !== row; ) {
    spend(1)
    from = cameFrom.get(column) ?? row
    const before = columnOf[from] ?? -1
    rowOf[column] = from
    columnOf[from] = column
    column = before
  }
}

function gainsOf(
  first: readonly AlignedSpan[],
  second: readonly AlignedSpan[],
  spend: (steps: number) => void,
): Map<number, number>[] {
  const order = second.map((_, place) => place).toSorted((a, b) => (second[a]?.start ?? 0) - (second[b]?.start ?? 0))
  const starts = order.map((place) => second[place]?.start ?? 0)
  const longest = Math.max(0, ...second.map(({ start, end }) => end - start))
  return first.map((left) => {
    const found = new Map<number, number>()
    // Below 2, beginnings lie apart by less than the root of 2 times both lengths.
    const reach = Math.SQRT2 * (left.end - left.start + longest)
    for (
      let index = firstFrom(starts, left.start - reach);
      (starts[index] ?? Infinity) <= left.start + reach;
      index++
    ) {
      spend(1)
      const column = order[index] ?? 0
      const right = second[column]
      const gain = right ? dissimilarity(left, right) - 2 * ALONE : 0
      if (gain < 0) found.set(column, gain)
    }
    return found
  })
}

/** The first place in ascending numbers whose number is not below `least`. */
function firstFrom(ascending: readonly number[], least: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

/** Disorders of a text, or sums over texts, each weighed by `spans`. */
export interface Disorders {
  /** The mean number of spans of the two annotators. */
  readonly spans: number
  /** The cost of the best alignment for each of these spans. */
  readonly observed: number
  /** The mean of the same over annotations drawn by chance. */
  readonly expected: number
}

export interface Chance {
  readonly seed: number
  /** How many annotations are drawn. */
  readonly samples: number
  /** So many steps are taken at most, less than a tenth of a microsecond each. */
  readonly mostSteps: number
}

class TooManySteps extends Error {}

/**
 * Observed and expected disorder of two annotators in a text of `length` characters. By chance: two annotations are drawn, each one of the
 * two at random, moved by a random number of characters, around the end of the text; the two numbers lie apart by half the mean length of
 * all spans at least, where the text is long enough (section 5.2 of the paper, as in its authors' program and in pygamma-agreement). The
 * order of the annotators and of their spans makes no difference.
 * @returns null where neither marked anything, or it would take too many steps.
 * @throws StatsInputError for spans that are empty or outside of the text, or options that are no numbers above 0.
 */
export function gammaDisorders(
  length: number,
  [one, other]: readonly [readonly AlignedSpan[], readonly AlignedSpan[]],
  { seed, samples, mostSteps }: Chance,
): Disorders | null {
  if (!(samples > 0 && mostSteps > 0)) throw new StatsInputError('invalid-option', 'Samples and steps are above 0')
  for (const { start, end } of [...one, ...other])
    if (!(start >= 0 && start < end && end <= length))
      throw new StatsInputError('out-of-range', `${start} to ${end} is not a span of a text of ${length}`)
  if (one.length + other.length === 0) return null
  let left = mostSteps
  const spend = (steps: number) => {
    left -= steps
    if (left < 0) throw new TooManySteps()
  }
  const lanes = [one, other].map(inOrder).toSorted((a, b) => compareLists(a, b))
  const [first = [], second = []] = lanes
  try {
    const observed = disorderOf(first, second, spend)
    const draw = drawing(length, lanes, seed)
    let sum = 0
    for (let sample = 0; sample < samples; sample++) sum += disorderOf(...draw(), spend)
    return { spans: (one.length + other.length) / 2, observed, expected: sum / samples }
  } catch (error) {
    if (error instanceof TooManySteps) return null
    throw error
  }
}

/** 1 - observed / expected, of one text or of several, whose disorders are weighed by their spans. At most 1; below 0: worse than chance. */
export function gamma(texts: readonly Disorders[]): Estimate {
  if (texts.length === 0) return { value: null, reason: 'empty' }
  const sum = (of: 'observed' | 'expected') => texts.reduce((total, text) => total + text.spans * text[of], 0)
  const expected = sum('expected')
  return expected === 0 ? { value: null, reason: 'no-variation' } : { value: 1 - sum('observed') / expected }
}

type Spans = readonly AlignedSpan[]

const disorderOf = (first: Spans, second: Spans, spend: (steps: number) => void): number =>
  bestAlignment(first, second, spend).cost / ((first.length + second.length) / 2)

const inOrder = (spans: Spans): Spans => spans.toSorted((a, b) => compareSpans(a, b))

const compareSpans = (a: AlignedSpan, b: AlignedSpan): number =>
  a.start - b.start || a.end - b.end || compareTexts(labelKey(a), labelKey(b))

/** Tells 1 from "1". */
const labelKey = ({ label }: AlignedSpan): string => JSON.stringify(label) ?? ''

const compareTexts = (a: string, b: string): number => Number(a > b) - Number(a < b)

function compareLists(a: Spans, b: Spans): number {
  for (const [place, span] of a.entries()) {
    const other = b[place]
    if (other === undefined) return 1
    if (span.start !== other.start || span.end !== other.end || span.label !== other.label)
      return compareSpans(span, other)
  }
  return a.length - b.length
}

/** Draws two annotations by chance, of which one at least marks something. */
function drawing(length: number, lanes: readonly Spans[], seed: number): () => [Spans, Spans] {
  const next = seededRandom(seed)
  const all = lanes.flat()
  const apart = all.reduce((sum, { start, end }) => sum + end - start, 0) / all.length / 2
  const draw = (): [Spans, Spans] => {
    const pivot = below(next, length)
    const drawn = [pivot, pivotApart(next, length, pivot, apart)].map((by) => moved(lanes[next(2)] ?? [], by, length))
    const [first = [], second = []] = drawn
    return first.length + second.length > 0 ? [first, second] : draw()
  }
  return draw
}

const moved = (spans: Spans, by: number, length: number): Spans =>
  spans.map(({ start, end, label }) => {
    const shift = start + by > length ? by - length : by
    return { start: start + shift, end: end + shift, label }
  })

/** A random number from 0 to `size`, without its fraction. */
const below = (next: (size: number) => number, size: number): number => Math.floor((next(2 ** 32) / 2 ** 32) * size)

/** The same, at least so far from `pivot`, where there is room for it. */
function pivotApart(next: (size: number) => number, length: number, pivot: number, apart: number): number {
  const before = Math.max(0, pivot - apart)
  const behind = Math.max(0, length - (pivot + apart))
  const offset = (next(2 ** 32) / 2 ** 32) * (before + behind || length)
  return Math.floor(before + behind === 0 || offset < before ? offset : pivot + apart + (offset - before))
}
