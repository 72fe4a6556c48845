/**
 * The model that plans are simulated by, the same as that of `bench coverage`: units have one of two values, those of a response resemble each
 * other, and annotators err independently of each other. Pure.
 */

import { detectionScores } from '@/lib/stats/detection-scores'
import { COEFFICIENT, type Range, SHARE } from '@/lib/stats/interval-limits'
import type { ResponseDraws } from '@/lib/stats/response-draws'
import type { PlanRequest } from './contract'
import { measureSampleOf } from './two-values'

export type Expectations = Pick<PlanRequest, 'figure' | 'expected' | 'prevalence' | 'units' | 'raters' | 'alikeness'>

/** How often a unit with the value is called so, and one without. */
export interface Chances {
  hit: number
  alarm: number
}

/** Agreement that chance alone gives two annotators who give the value as often as it is there. */
export const chanceAgreement = (prevalence: number): number => prevalence ** 2 + (1 - prevalence) ** 2

/**
 * The chances that give the expected figure. Annotators give the value as often as it is there, so that hits of p + (1 - p) r and alarms of
 * p (1 - r) have an alpha of r^2: the variance of the chance over units, p (1 - p) r^2, over that of the value. A system has as many false alarms
 * as misses, so that its precision and its recall are its F1. `problem`: what is wrong with the expectations.
 */
export function chancesOf({ figure, expected, prevalence: p }: Expectations): Chances | { problem: string } {
  if (figure === 'f1') {
    const alarm = (p * (1 - expected)) / (1 - p)
    if (expected <= 0 || alarm >= expected) return { problem: NO_BETTER_SYSTEM }
    return { hit: expected, alarm }
  }
  const chance = chanceAgreement(p)
  const alpha = figure === 'alpha' ? expected : (expected - chance) / (1 - chance)
  if (alpha <= 0)
    return {
      problem:
        figure === 'alpha'
          ? 'Expect an alpha above 0: at 0 annotators only guess.'
          : `Expect more than ${percentOf(chance)}: chance alone gives that much agreement where ${percentOf(p)} of the units have the value.`,
    }
  const r = Math.sqrt(alpha)
  return { hit: p + (1 - p) * r, alarm: p * (1 - r) }
}

const NO_BETTER_SYSTEM =
  'Expect a higher F1, or another prevalence: a system with this F1 would give the value to units without it as often as to those with it.'
const percentOf = (share: number): string => `${(100 * share).toFixed(1)}%`

/** What one response adds to the counts that the figure is made of. */
export interface FigureModel {
  /** How many counts there are. */
  cells: number
  range: Range
  /** null where it is undefined. */
  of(counts: Float64Array): number | null
  /** Draws a response, and adds it to the counts from `offset` on. */
  add(draws: ResponseDraws, into: Float64Array, offset: number): void
}

/** A figure by what its counts are: of agreement, units by how many people gave the value; of F1, found, false alarms, missed, and the rest. */
export function modelOf(expectations: Expectations, { hit, alarm }: Chances): FigureModel {
  const { figure, prevalence, alikeness, units, raters } = expectations
  const [fewest, most] = [Math.max(1, Math.round(0.6 * units)), Math.max(1, Math.round(1.4 * units))]
  const people = figure === 'f1' ? 1 : raters
  const add: FigureModel['add'] = (draws, into, offset) => {
    const share = draws.share(prevalence, alikeness)
    for (let left = fewest + draws.below(most - fewest + 1); left > 0; left--) {
      const truth = draws.says(share)
      let yesCount = 0
      for (let person = 0; person < people; person++) yesCount += draws.says(truth ? hit : alarm)
      const cell = offset + (figure === 'f1' ? F1_CELL(truth, yesCount) : yesCount)
      into[cell] = (into[cell] ?? 0) + 1
    }
  }
  if (figure === 'f1') return { cells: 4, range: SHARE, of: f1Of, add }
  return {
    cells: people + 1,
    range: figure === 'alpha' ? COEFFICIENT : SHARE,
    of: measureSampleOf(figure, people),
    add,
  }
}

/** Found, false alarm, missed, left alone. */
const F1_CELL = (truth: number, yesCount: number): number => (yesCount ? (truth ? 0 : 1) : truth ? 2 : 3)

const f1Of = ([tp = 0, fp = 0, fn = 0, tn = 0]: Float64Array): number | null => detectionScores({ tp, fp, fn, tn }).f1
