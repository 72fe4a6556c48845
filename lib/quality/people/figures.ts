/** From counted pairs of ratings to one person's figures under one measure. */
import { MIN_UNITS } from '@/lib/quality/agreement/contract'
import { pairFiguresInSlices } from '@/lib/quality/calibration/pair-figures-in-slices'
import { pairFigures } from '@/lib/quality/calibration/rules'
import type { Alike, PersonMeasure } from './contract'
import type { PairRow } from './read-pairs'

type Rows = readonly Omit<PairRow, 'measure' | 'number'>[]

/** `partners` and `gold`: the person's rows under this measure. Intervals let other work of the process through. */
export async function personMeasure(
  at: { stage: string; measure: string },
  categories: readonly string[],
  { partners, gold }: { partners: Rows; gold: Rows },
  { intervals }: { intervals: boolean },
): Promise<PersonMeasure> {
  const size = categories.length
  const counts = sum(partners, size)
  const figuresOf = (rows: Rows) =>
    intervals
      ? pairFiguresInSlices(categories, countsOf(rows, size))
      : pairFigures(categories, countsOf(rows, size), { intervals })
  const weeks = [...new Set([...partners, ...gold].map(({ week }) => week))].sort()
  return {
    ...at,
    partners: await figuresOf(partners),
    gold: await figuresOf(gold),
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

/** The counts of every response, cell by cell; responses alike share one list. */
const countsOf = (rows: Rows, size: number): number[][] =>
  rows.flatMap(({ pairs, responses }) => {
    const counts = countsIn(pairs, size)
    return Array.from({ length: responses }, () => counts)
  })

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
