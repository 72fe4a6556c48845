/**
 * What macro averages are over (docs/agreement.md): a system by itself, the classes of gold and its own, as in scikit-learn; systems side by
 * side, those of gold and of all systems together; a baseline, gold's and its own, as in the papers' tables. Fixed before anything is
 * resampled, unless a report asks for the classes of each resample.
 */
import type { Scoring } from '@/lib/protocols/evaluation'
import type { Scored } from './pairs'
import type { Classes } from './resampling'
import type { ClassReading } from './rules'

interface Setting {
  scoring: Scoring
  classes: ClassReading
}

/** Of one of these, beside the others. */
export function classesOf(setting: Setting, all: readonly Scored[], one: Scored): Classes {
  return union(setting, one.source.baseline ? [one] : all.filter(({ source }) => !source.baseline))
}

/** Of two of these that are subtracted. */
export function classesOfPair(setting: Setting, all: readonly Scored[], pair: readonly [Scored, Scored]): Classes {
  return union(setting, [...all.filter(({ source }) => !source.baseline), ...pair])
}

function union({ scoring, classes }: Setting, scored: readonly Scored[]): Classes {
  const { classesIn } = scoring
  if (classes === 'resample' || !classesIn) return null
  return [...new Set(scored.flatMap(({ sums }) => classesIn(sums.totals)))].sort((a, b) => a - b)
}

export const classTitles = ({ confusion, classTexts }: Scoring, classes: Classes): string[] | null =>
  classes?.map((place) => (confusion?.rows ?? classTexts)?.[place] ?? String(place)) ?? null
