import { setImmediate } from 'node:timers/promises'
import { CONFIDENCE } from '@/lib/quality/agreement/contract'
import type { Compared, ComparisonReport, MatrixOptions } from '@/lib/quality/rater-matrix/contract'
import type { ComparedUnits } from '@/lib/quality/rater-matrix/reading/compared-units'
import { MatrixProblem } from '@/lib/quality/rater-matrix/reading/matrix-problem'
import { rulesOf } from '@/lib/quality/rater-matrix/rules'
import { drawableCounts } from '@/lib/stats/bootstrap-counts'
import { resampleInSlices } from '@/lib/stats/bootstrap-in-slices'
import { countDraws } from '@/lib/stats/draws'
import { type AnsweredUnit, type ComparedFigure, type Comparing, withComparing } from './compare-answers'
import { estimateOf, type Resampling } from './intervals'
import { pairsOf } from './pair-figures'

/** What two raters share on one unit. */
interface Met {
  response: string
  sums: readonly number[]
}

/** The report on cuts, lists or texts. @throws MatrixProblem when they take more than `mostWork` steps. */
export async function comparisonReport(
  compared: ComparedUnits,
  options: MatrixOptions,
  resampling: Resampling,
  mostWork: number,
): Promise<ComparisonReport> {
  const { of, raters, units, shape, clustered } = compared
  const figures = await withComparing(compared, options, (comparing, answered) =>
    compareAll(comparing, answered, raters, resampling, mostWork),
  )
  return {
    kind: 'comparison',
    of,
    read: { shape, notes: notesOn(of, options, clustered, resampling.late) },
    settings: {
      seed: options.seed,
      resamples: options.resamples,
      confidence: CONFIDENCE,
      rules: rulesOf('comparison', options),
    },
    raters: [...raters],
    units: units.length,
    responses: new Set(units.map(({ response }) => response)).size,
    ...figures,
  }
}

function notesOn(of: ComparedUnits['of'], options: MatrixOptions, clustered: boolean, late: boolean): string[] {
  const how = {
    segmentations: `Boundaries match within ${options.tolerance} positions; of Pk and WindowDiff, where 0 is best, the mean of both directions is given.`,
    lists: `Entries are aligned one to one where their words overlap by ${options.threshold} or more (letters, where a script has no Latin words); entries without a partner are counted, never dropped.`,
    texts: 'An edit distance of 0 means equal texts; ROUGE-L and word overlap are 1 then.',
  }
  return [
    how[of],
    clustered ? 'Intervals resample whole responses.' : 'Intervals resample single units: no response is named.',
    ...(late ? ['There was not enough time for all intervals.'] : []),
  ]
}

async function compareAll<Answer>(
  comparing: Comparing<Answer>,
  units: readonly AnsweredUnit<Answer>[],
  raters: readonly string[],
  resampling: Resampling,
  mostWork: number,
): Promise<Pick<ComparisonReport, 'all' | 'pairs'>> {
  const places = pairsOf(raters.map((_, index) => index))
  const named = places.map(([a, b]): [string, string] => [raters[a] ?? '', raters[b] ?? ''])
  refuseTooMuch(comparing, units, named, mostWork)
  const met = await meet(comparing, units, named, resampling.options.signal)
  const pairs: ComparisonReport['pairs'] = []
  for (const [index, [first, second]] of named.entries()) {
    const own = met[index] ?? []
    const figures = await figuresOf(comparing, own, comparing.figures, resampling)
    pairs.push({ first, second, n: own.length, figures })
  }
  const undirected = comparing.figures.filter(({ directed }) => !directed)
  const together = met.flat()
  return { all: { n: together.length, figures: await figuresOf(comparing, together, undirected, resampling) }, pairs }
}

type Pairs = readonly (readonly [string, string])[]

function refuseTooMuch<Answer>(
  comparing: Comparing<Answer>,
  units: readonly AnsweredUnit<Answer>[],
  pairs: Pairs,
  mostWork: number,
): void {
  let work = 0
  for (const { answers, line } of units) {
    for (const [first, second] of pairs) {
      const [a, b] = [answers.get(first), answers.get(second)]
      if (a !== undefined && b !== undefined) work += comparing.work(a, b)
    }
    if (work <= mostWork) continue
    throw new MatrixProblem(
      'Up to here there is more to compare than can be done at once.',
      'Send fewer or shorter answers, or compute them on your own machine with the command line.',
      { record: line },
    )
  }
}

/** For each pair of raters, the sums of the units that both answered. */
async function meet<Answer>(
  comparing: Comparing<Answer>,
  units: readonly AnsweredUnit<Answer>[],
  pairs: Pairs,
  signal: AbortSignal | undefined,
): Promise<Met[][]> {
  const met: Met[][] = pairs.map(() => [])
  let since = performance.now()
  for (const { answers, response } of units) {
    for (const [index, [first, second]] of pairs.entries()) {
      const [a, b] = [answers.get(first), answers.get(second)]
      if (a !== undefined && b !== undefined) met[index]?.push({ response, sums: comparing.compare(a, b) })
      if (performance.now() - since < 10) continue
      await setImmediate()
      signal?.throwIfAborted()
      since = performance.now()
    }
  }
  return met
}

async function figuresOf<Answer>(
  comparing: Comparing<Answer>,
  met: readonly Met[],
  figures: readonly ComparedFigure[],
  resampling: Resampling,
): Promise<Compared[]> {
  const sums = Array.from({ length: comparing.sums }, (_, place) =>
    met.reduce((sum, each) => sum + (each.sums[place] ?? 0), 0),
  )
  const about = { n: comparing.size(sums), only: null, minUnits: resampling.minUnits }
  const resampled = figures.filter(({ form }) => form !== 'count')
  const { seed, resamples } = resampling.options
  const intervals = await resampling.inTime((signal) => {
    const clusters = clustersOf(met, comparing.sums)
    const statistics = Object.fromEntries(resampled.map(({ key, of }) => [key, of]))
    const options = { seed, resamples, confidence: CONFIDENCE, signal }
    return resampleInSlices(
      countDraws(clusters, comparing.sums),
      drawableCounts(clusters, comparing.sums),
      statistics,
      options,
    )
  })
  return figures.map(({ key, title, form, of }) => {
    if (met.length === 0) {
      return {
        key,
        title,
        form,
        estimate: estimateOf({ value: null, reason: 'no-pairable-units' }, undefined, {
          n: 0,
          only: null,
          minUnits: resampling.minUnits,
        }),
      }
    }
    const estimate =
      form === 'count'
        ? { value: of(sums).value, reason: null, words: null, interval: null }
        : estimateOf(of(sums), intervals.get(key), about)
    return { key, title, form, estimate }
  })
}

function clustersOf(met: readonly Met[], size: number): Float64Array[] {
  const clusters = new Map<string, Float64Array>()
  for (const { response, sums } of met) {
    const own = clusters.get(response) ?? new Float64Array(size)
    sums.forEach((sum, place) => {
      own[place] = (own[place] ?? 0) + sum
    })
    clusters.set(response, own)
  }
  return [...clusters.values()]
}
