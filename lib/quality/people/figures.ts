/** From counted pairs of ratings to one person's figures under one measure. */
import { MIN_UNITS } from '@/lib/quality/agreement/contract'
import type { PairFigures } from '@/lib/quality/calibration/contract'
import type { ComparedResponses } from '@/lib/quality/calibration/pair-figures'
import type { Alike, PersonMeasure } from './contract'
import type { PairRow } from './read-pairs'

type Rows = readonly Omit<PairRow, 'measure' | 'number'>[]

/** `partners` and `gold`: the person's rows under this measure; `found`: the figures that were computed of them. */
export function personMeasure(
  at: { stage: string; measure: string },
  categories: readonly string[],
  { partners, gold }: { partners: Rows; gold: Rows },
  found: { partners: PairFigures; gold: PairFigures },
): PersonMeasure {
  const size = categories.length
  const counts = sum(partners, size)
  const weeks = [...new Set([...partners, ...gold].map(({ week }) => week))].sort()
  return {
    ...at,
    ...found,
    given: categories.map((value, code) => ({
      value,
      own: counts.slice(code * size, (code + 1) * size).reduce((total, count) => total + count, 0),
      others: categories.reduce((total, _, row) => total + (counts[row * size + code] ?? 0), 0),
    })),
    weeks: weeks.map((week) => ({
      week,
      partners: alikeOf(
        partners.filter((row) => row.week === week),
        size,
      ),
      gold: alikeOf(
        gold.filter((row) => row.week === week),
        size,
      ),
    })),
  }
}

/** The counts of responses alike, cell by cell. */
export const countsOf = (rows: Rows, size: number): ComparedResponses[] =>
  rows.map(({ pairs, responses }) => ({ counts: countsIn(pairs, size), responses }))

function countsIn(pairs: string, size: number): number[] {
  const counts = new Array<number>(size * size).fill(0)
  for (const pair of pairs.split(',')) {
    const [own = 0, other = 0, times = 0] = pair.split(' ').map(Number)
    counts[own * size + other] = times
  }
  return counts
}

function sum(rows: Rows, size: number): number[] {
  const sums = new Array<number>(size * size).fill(0)
  for (const { pairs, responses } of rows)
    countsIn(pairs, size).forEach((count, cell) => {
      sums[cell] = (sums[cell] ?? 0) + count * responses
    })
  return sums
}

function alikeOf(rows: Rows, size: number): Alike {
  const counts = sum(rows, size)
  const units = counts.reduce((total, count) => total + count, 0)
  const alike = counts.filter((_, cell) => cell % (size + 1) === 0).reduce((total, count) => total + count, 0)
  return { alike, units, percent: units < MIN_UNITS ? null : alike / units }
}
