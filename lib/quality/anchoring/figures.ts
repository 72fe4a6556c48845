/** From counts per item to the figures of one question. Pure. */
import type { BootstrapInterval } from '@/lib/stats/bootstrap'
import {
  type ArmCell,
  type ArmFigures,
  type Difference,
  type Effect,
  type LabelArm,
  labelArms,
  MAX_ITEMS,
  type Side,
} from './contract'
import { effectOf, type ItemCounts, type SideCounts } from './effect'
import type { CountRow, TimeRow } from './read-counts'
import { effectWords, warningsOf, whyUndefined } from './rules'

interface QuestionRows {
  counts: readonly CountRow[]
  times: readonly TimeRow[]
  /** Its values, where it is a choice. */
  values: readonly string[]
  showsItems: boolean
}

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
export function effectFiguresOf({ counts, values, showsItems }: Omit<QuestionRows, 'times'>): Effect {
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

function differenceOf({ value, low, high, nUndefined }: BootstrapInterval): Difference {
  return {
    value,
    low,
    high,
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
