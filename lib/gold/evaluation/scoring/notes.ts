import { MOST_COMPARED } from './pairs'
import type { EvaluationReport, Standing } from './report-schema'

/** What a reader has to know of the figures. */
export function notesOn(report: EvaluationReport, planned: { asked: number; strata: number }): string[] {
  return [...onResampling(report, planned), ...onCoverage(report), ...onPairs(report)]
}

function onResampling({ bootstrap, scorings }: EvaluationReport, planned: { asked: number; strata: number }): string[] {
  const { resamples, seed } = bootstrap
  if (resamples === 0) return ['No intervals: nothing was resampled.']
  const notes = [
    `Intervals are 95 % percentile intervals from ${resamples} resamples of whole items, seed ${seed}; differences are of the same resamples.`,
  ]
  if (resamples < planned.asked) {
    notes.push(`${planned.asked} resamples of so many items and systems would take too long, so there are fewer.`)
  }
  const hasStrata = scorings.some(({ standings }) => standings.some(({ strata }) => strata.length > 0))
  if (planned.strata === 0 && hasStrata) notes.push('Figures by stratum have no intervals: that would take too long.')
  if (planned.strata > 0 && planned.strata < resamples && hasStrata) {
    notes.push(`Intervals by stratum are from ${planned.strata} resamples.`)
  }
  if (scorings.some(({ standings }) => standings.some(isSometimesUndefined))) {
    notes.push('Where a figure is undefined in a resample, the resample is left out of its interval.')
  }
  return notes
}

const isSometimesUndefined = ({ figures }: Standing) => Object.values(figures).some(({ nUndefined }) => nUndefined > 0)

function onCoverage({ missed, repeated, scorings, systems, targets }: EvaluationReport): string[] {
  const notes: string[] = []
  if (systems.length === 0) notes.push('There are no predictions yet: only baselines stand here.')
  if (targets === 0) notes.push('Gold has nothing to score on yet.')
  const partial = new Set(
    scorings.flatMap(({ standings }) => standings.filter(({ missing }) => missing > 0).map(({ system }) => system)),
  )
  if (partial.size > 0) {
    notes.push(
      `${partial.size === 1 ? 'One system has' : `${partial.size} systems have`} no prediction for part of the gold. What is missing is left out of the figures, so compare them in pairs, which look at what both were scored on.`,
    )
  }
  if (missed.count > 0)
    notes.push(
      `${missed.count} ${missed.count === 1 ? 'prediction or line counts' : 'predictions or lines count'} nowhere; the first are listed.`,
    )
  if (repeated.count > 0)
    notes.push(
      `${repeated.count} ${repeated.count === 1 ? 'prediction repeats' : 'predictions repeat'} a system's word; the first word counts.`,
    )
  return notes
}

function onPairs({ scorings, systems }: EvaluationReport): string[] {
  const tested = scorings.some(({ pairs }) => pairs.some(({ mcnemar }) => mcnemar !== null))
  const notes = tested
    ? [
        "McNemar's test is exact (binomial) below 25 discordant targets, and otherwise chi-squared with continuity correction. It takes targets as independent of each other; the paired interval draws whole items.",
      ]
    : []
  if (scorings.some(({ pairs }) => pairs.length > 0) && systems.length > MOST_COMPARED) {
    notes.push(`Of more than ${MOST_COMPARED} systems the first is compared with each, and each with the next.`)
  }
  return notes
}
