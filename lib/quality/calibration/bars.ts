/** Where a person stands before the bars of the gate. Pure. */
import type { Protocol } from '@/lib/protocols/protocol'
import { kappaOfCells } from '@/lib/quality/agreement/measures'
import type { ComparedRating } from './compare'
import type { JudgedQuestion } from './contract'
import { type GateQuestion, holds, questionKey } from './rules'

/** How often a person gave each category where gold gave which: rows are the person's. By question. */
export type GateCells = Readonly<Record<string, readonly number[]>>

/** What submitted copies come to. */
export function cellsOf(
  protocol: Pick<Protocol, 'stages'>,
  copies: readonly { stage: string; rated: readonly ComparedRating[] }[],
): GateCells {
  const cells: Record<string, number[]> = {}
  for (const { stage, rated } of copies)
    for (const { measure, own, reference } of rated) {
      const size = protocol.stages.find(({ key }) => key === stage)?.measures.find(({ key }) => key === measure)
        ?.categories.length
      if (size === undefined) continue
      const key = questionKey({ stage, measure })
      const counts = cells[key] ?? new Array<number>(size ** 2).fill(0)
      counts[own * size + reference] = (counts[own * size + reference] ?? 0) + 1
      cells[key] = counts
    }
  return cells
}

/** A value is told as the rare one by itself from so many units of gold on. */
const MIN_RARE = 5

/**
 * Of the values that gold gives, which is the rare one, and how often the person gave it there: the least frequent of those
 * that gold gives at least `least` times, which is five; all but the most frequent together where no other comes up so often. Of two that are as
 * rare, the one with the lower recall. null where gold gives fewer than two values.
 */
export function rareRecall(
  counts: readonly number[],
  size: number,
  least = MIN_RARE,
): { values: number[]; right: number; units: number } | null {
  const totals = Array.from({ length: size }, (_, column) =>
    Array.from({ length: size }, (__, row) => counts[row * size + column] ?? 0).reduce((sum, count) => sum + count, 0),
  )
  const commonest = totals.indexOf(Math.max(...totals))
  const others = totals.flatMap((units, value) =>
    units > 0 && value !== commonest ? [{ values: [value], right: counts[value * (size + 1)] ?? 0, units }] : [],
  )
  if (others.length === 0) return null
  const often = others.filter(({ units }) => units >= least)
  if (often.length === 0)
    return others.reduce((all, each) => ({
      values: [...all.values, ...each.values],
      right: all.right + each.right,
      units: all.units + each.units,
    }))
  return often.reduce((rarest, each) =>
    each.units < rarest.units || (each.units === rarest.units && each.right < rarest.right) ? each : rarest,
  )
}

/** The questions with a bar, as this person answered them. Bars are held against whole numbers wherever there are any. */
export function judgeQuestions(
  questions: readonly GateQuestion[],
  cells: GateCells,
  leastRare = MIN_RARE,
): JudgedQuestion[] {
  return questions
    .filter(({ bar }) => holds(bar))
    .map((question) => {
      const { stage, measure, title, categories, bar } = question
      const size = categories.length
      const counts = cells[questionKey(question)] ?? []
      const units = counts.reduce((sum, count) => sum + count, 0)
      const alike = categories.reduce((sum, _, value) => sum + (counts[value * (size + 1)] ?? 0), 0)
      const rare = rareRecall(counts, size, leastRare)
      const kappa = rare === null ? null : kappaOfCells(Float64Array.from(counts), size).value
      const met = (wanted: number | null, reached: boolean | null) => (wanted === null ? null : reached)
      return {
        stage,
        measure,
        title,
        units,
        alike,
        percent: {
          bar: bar.percent,
          met: met(bar.percent, units === 0 ? null : alike * 100 >= (bar.percent ?? 0) * units),
        },
        recall: {
          bar: bar.recall,
          met: met(bar.recall, rare && rare.right * 100 >= (bar.recall ?? 0) * rare.units),
          values: (rare?.values ?? []).map((value) => categories[value]?.text ?? ''),
          right: rare?.right ?? 0,
          units: rare?.units ?? 0,
        },
        // A kappa of exactly the bar may end a digit below it.
        kappa: {
          bar: bar.kappa,
          met: met(bar.kappa, kappa === null ? null : kappa * 100 >= (bar.kappa ?? 0) - 1e-9),
          value: kappa,
        },
      }
    })
}

/** Where the bars were missed, as "segments/label kappa". */
export const missedBars = (judged: readonly JudgedQuestion[]): string[] =>
  judged.flatMap((question) =>
    (['percent', 'recall', 'kappa'] as const)
      .filter((bar) => question[bar].met === false)
      .map((bar) => `${questionKey(question)} ${bar}`),
  )
