/** From counts per item to the figures of one question. Pure. */
import { type BootstrapInterval, bootstrapCounts, type CountStatistic } from '@/lib/stats/bootstrap'
import { FEWEST_RESAMPLED, INTERVAL_METHOD, rangeOfDifference, SHARE } from '@/lib/stats/interval-limits'
import {
  type ArmCell,
  type ArmFigures,
  CONFIDENCE,
  type Difference,
  type Effect,
  type LabelArm,
  labelArms,
  MAX_ITEMS,
  RESAMPLES,
  SEED,
  type Side,
  type Split,
} from './contract'
import type { CountRow, TimeRow } from './read-counts'
import { effectWords, splitWords, warningsOf, whyUndefined } from './rules'

interface QuestionRows {
  counts: readonly CountRow[]
  times: readonly TimeRow[]
  /** Its values, where it is a choice. */
  values: readonly string[]
  showsItems: boolean
}

/** What the difference that a suggestion makes is computed of. */
export type EffectRows = Omit<QuestionRows, 'times'>

/** The difference that suggestions make, question by question. */
export const effectsOf = (questions: readonly EffectRows[]): Effect[] => questions.map(effectFiguresOf)

type Count = 'labels' | 'agreed' | 'accepted' | 'changed' | 'towards'

/** The arms that have labels, in their order. */
export function armFiguresOf({ counts, times, values, showsItems }: QuestionRows): ArmFigures[] {
  return labelArms.flatMap((arm): ArmFigures[] => {
    const rows = counts.filter((row) => row.arm === arm)
    if (rows.length === 0) return []
    const cell = (of: Count, among = rows) => cellOf(among, of, showsItems)
    const time = times.find((each) => each.arm === arm)
    const { low = null, median = null, high = null } = time ?? {}
    return [
      {
        arm,
        labels: cell('labels'),
        randomised: total(rows.filter(({ randomised }) => randomised)),
        annotations: time?.annotations ?? 0,
        accepted: cell('accepted'),
        agreed: cell('agreed'),
        changed: cell('changed'),
        towards: cell('towards'),
        seconds: low === null || median === null || high === null ? null : { low, median, high },
        values: values.map((value) => ({
          value,
          cell: cell(
            'labels',
            rows.filter((row) => row.value === value),
          ),
        })),
      },
    ]
  })
}

const total = (rows: readonly CountRow[], of: Count = 'labels') => rows.reduce((sum, row) => sum + row[of], 0)

function cellOf(rows: readonly CountRow[], of: Count, showsItems: boolean): ArmCell {
  const behind = [...new Set(rows.filter((row) => row[of] > 0).map(({ position }) => position))].sort((a, b) => a - b)
  return { count: total(rows, of), inItems: behind.length, items: showsItems ? behind.slice(0, MAX_ITEMS) : null }
}

const isShown = (arm: LabelArm) => arm === 'shown'

/**
 * Labels made with the suggestion in sight against those made without. Where chance chose arms on both sides, only such
 * labels count; elsewhere all do, and the comparison is none of cause and effect.
 */
export function effectFiguresOf(rows: EffectRows): Effect {
  return { ...plainEffectOf(rows), byCorrectness: splitsOf(rows) }
}

/** The same difference where gold says that the suggestion is right, and where it says that it is wrong. */
function splitsOf({ counts, showsItems }: EffectRows): Split[] {
  return ([true, false] as const).flatMap((right): Split[] => {
    const some = counts.filter((row) => row.right === right)
    if (some.length === 0) return []
    const { causal, shown, without, agreement } = plainEffectOf({ counts: some, values: [], showsItems })
    const compared = causal ? some.filter(({ randomised }) => randomised) : some
    const agreed = (side: boolean) =>
      cellOf(
        compared.filter(({ arm }) => isShown(arm) === side),
        'agreed',
        showsItems,
      )
    const suggestion = right ? 'right' : 'wrong'
    return [
      {
        suggestion,
        causal,
        shown: { ...shown, agreed: agreed(true) },
        without: { ...without, agreed: agreed(false) },
        agreement,
        words: splitWords(suggestion, agreement, causal),
      },
    ]
  })
}

function plainEffectOf({ counts, values, showsItems }: EffectRows): Omit<Effect, 'byCorrectness'> {
  const randomised = counts.filter((row) => row.randomised)
  const causal = [true, false].every((side) => randomised.some(({ arm }) => isShown(arm) === side))
  const compared = causal ? randomised : counts
  const items = itemsOf(compared, values)
  const side = (of: keyof ItemCounts): Side => {
    const labels = cellOf(
      compared.filter(({ arm }) => isShown(arm) === (of === 'shown')),
      'labels',
      showsItems,
    )
    return { labels, items: labels.inItems }
  }
  const sides = { causal, shown: side('shown'), without: side('without') }
  const why = whyUndefined(sides.shown, sides.without)
  if (why) {
    const none: Difference = { value: null, low: null, high: null, undefinedResamples: 0, words: why }
    const shift = values.length > 0 ? none : null
    const differences = values.map((value) => ({ value, difference: none }))
    return {
      ...sides,
      agreement: none,
      shift,
      shiftByChance: null,
      values: differences,
      words: why,
      warnings: warningsOf(sides, false),
    }
  }
  const found = effectOf(items, values.length)
  const agreement = differenceOf(found.agreement)
  return {
    ...sides,
    agreement,
    shift: found.shift && differenceOf(found.shift),
    shiftByChance: found.shiftByChance,
    values: values.flatMap((value, index) => {
      const difference = found.values[index]
      return difference ? [{ value, difference: differenceOf(difference) }] : []
    }),
    words: effectWords(agreement, causal),
    warnings: warningsOf(sides, true),
  }
}

function differenceOf({ value, low, high, nUndefined, nDrawn }: BootstrapInterval): Difference {
  const isFew = nDrawn < FEWEST_RESAMPLED
  return {
    value,
    low: isFew ? null : low,
    high: isFew ? null : high,
    undefinedResamples: nUndefined,
    words: value === null ? 'Undefined: a side has no labels.' : null,
  }
}

function itemsOf(rows: readonly CountRow[], values: readonly string[]): ItemCounts[] {
  const empty = () => ({ labels: 0, agreed: 0, values: values.map(() => 0) })
  const items = new Map<number, Record<keyof ItemCounts, { labels: number; agreed: number; values: number[] }>>()
  for (const row of rows) {
    const item = items.get(row.position) ?? { shown: empty(), without: empty() }
    items.set(row.position, item)
    const side = isShown(row.arm) ? item.shown : item.without
    side.labels += row.labels
    side.agreed += row.agreed
    const index = row.value === null ? -1 : values.indexOf(row.value)
    if (index >= 0) side.values[index] = (side.values[index] ?? 0) + row.labels
  }
  return [...items.values()] satisfies { shown: SideCounts; without: SideCounts }[]
}

/** Labels of one item on one side of the comparison. */
export interface SideCounts {
  labels: number
  /** Of these, labels that say what the suggestion says. */
  agreed: number
  /** Labels with each value, in the order of the categories. */
  values: readonly number[]
}

/** The labels of one item: made with the suggestion in sight, and without. */
export interface ItemCounts {
  shown: SideCounts
  without: SideCounts
}

export interface EffectFigures {
  agreement: BootstrapInterval
  /** null where there are no categories. */
  shift: BootstrapInterval | null
  shiftByChance: number | null
  values: BootstrapInterval[]
}

interface EffectOptions {
  resamples?: number
  seed?: number
}

/**
 * Estimates, with intervals from resamples of whole items (an item brings all its labels of both sides): the
 * difference of the shares that agree, the difference of each value's share, and the total variation distance between
 * the two distributions. Every label counts the same. A difference is undefined where a side has no labels.
 */
export function effectOf(items: readonly ItemCounts[], categories: number, options: EffectOptions = {}): EffectFigures {
  const side = 2 + categories
  const clusters = items.map(({ shown, without }) => [...countsOf(shown), ...countsOf(without)])
  const share = (sums: Float64Array, offset: number, cell: number) => (sums[offset + cell] ?? 0) / (sums[offset] ?? 0)
  const isEmpty = (sums: Float64Array) => !sums[0] || !sums[side]
  const difference =
    (cell: number): CountStatistic =>
    (sums) =>
      isEmpty(sums) ? { value: null, reason: 'empty' } : { value: share(sums, 0, cell) - share(sums, side, cell) }
  const shift: CountStatistic = (sums) => {
    if (isEmpty(sums)) return { value: null, reason: 'empty' }
    let total = 0
    for (let cell = 2; cell < side; cell++) total += Math.abs(share(sums, 0, cell) - share(sums, side, cell))
    return { value: total / 2 }
  }
  const statistics: Record<string, CountStatistic> = { agreement: difference(1), ...(categories > 0 ? { shift } : {}) }
  for (let category = 0; category < categories; category++) statistics[`value-${category}`] = difference(2 + category)
  const { resamples = RESAMPLES, seed = SEED } = options
  const found = bootstrapCounts(clusters, 2 * side, statistics, {
    resamples,
    seed,
    confidence: CONFIDENCE,
    method: INTERVAL_METHOD,
    rangeOf: (name) => (name === 'shift' ? SHARE : rangeOfDifference(SHARE)),
  })
  const figure = (name: string): BootstrapInterval => {
    const interval = found[name]
    if (!interval) throw new Error(`no figure ${name}`)
    return interval
  }
  return {
    agreement: figure('agreement'),
    shift: categories > 0 ? figure('shift') : null,
    shiftByChance: categories > 0 ? shiftByChance(items, categories) : null,
    values: Array.from({ length: categories }, (_, category) => figure(`value-${category}`)),
  }
}

const countsOf = ({ labels, agreed, values }: SideCounts) => [labels, agreed, ...values]

/**
 * About what the total variation distance is expected to be when both sides draw from the same distribution: the mean of
 * a normal variable's absolute value, for each share's difference. Treats labels as independent, so it is a lower guide.
 */
function shiftByChance(items: readonly ItemCounts[], categories: number): number | null {
  const sum = (of: (item: ItemCounts) => number) => items.reduce((total, item) => total + of(item), 0)
  const [shown, without] = [sum(({ shown: each }) => each.labels), sum(({ without: each }) => each.labels)]
  if (shown === 0 || without === 0) return null
  const spread = 1 / shown + 1 / without
  const parts = Array.from({ length: categories }, (_, category) => {
    const share =
      sum((item) => (item.shown.values[category] ?? 0) + (item.without.values[category] ?? 0)) / (shown + without)
    return Math.sqrt((2 / Math.PI) * share * (1 - share) * spread)
  })
  return parts.reduce((total, part) => total + part, 0) / 2
}
