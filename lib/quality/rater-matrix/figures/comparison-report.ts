/** The report on what has no labels: cuts, lists, texts and spans, compared two by two as sums that can be added up over units. Pure. */
import { comparingSpans, stepsOfGamma } from '@/lib/protocols/span-comparison'
import { CONFIDENCE } from '@/lib/quality/agreement/contract'
import { tellEstimate } from '@/lib/quality/agreement/figures'
import { intervalsOfSums, rangeOfFigures } from '@/lib/quality/agreement/intervals'
import type { Compared, ComparisonReport, MatrixOptions } from '@/lib/quality/rater-matrix/contract'
import type { AnsweredUnit, ComparedUnits, Cuts } from '@/lib/quality/rater-matrix/reading/compared-units'
import type { Marked, Marking } from '@/lib/quality/rater-matrix/reading/marked-units'
import { MatrixProblem } from '@/lib/quality/rater-matrix/reading/matrix-problem'
import { rulesOf } from '@/lib/quality/rater-matrix/rules'
import { boundaryF1 } from '@/lib/stats/boundary-f1'
import { boundarySimilarity } from '@/lib/stats/boundary-similarity'
import { claimAlignmentText } from '@/lib/stats/claim-alignment-text'
import { levenshtein } from '@/lib/stats/levenshtein'
import { pk } from '@/lib/stats/pk'
import type { Estimate } from '@/lib/stats/result'
import { latinTokens, rougeL } from '@/lib/stats/rouge-l'
import { setScores } from '@/lib/stats/set-scores'
import { windowdiff } from '@/lib/stats/windowdiff'
import { wordOverlap } from '@/lib/stats/word-overlap'
import { markedFigures, softLabels } from './marked-figures'
import { type IntervalsInTime, pairsOf } from './matrix-figures'

/** What two raters share on one unit. */
interface Met {
  response: string
  sums: readonly number[]
}

/** The report on cuts, lists, texts or spans. @throws MatrixProblem when they take more than `mostWork` steps. */
export function comparisonReport(
  compared: ComparedUnits,
  options: MatrixOptions,
  intervals: IntervalsInTime,
  mostWork: number,
): ComparisonReport {
  const { of, raters, units, shape } = compared
  const figures = withComparing(compared, options, (comparing, answered) =>
    compareAll(comparing, answered, raters, intervals, mostWork),
  )
  return {
    kind: 'comparison',
    of,
    read: { shape, notes: notesOn(compared, options, intervals.late) },
    settings: {
      seed: options.seed,
      resamples: options.resamples,
      confidence: CONFIDENCE,
      method: options.method,
      rules: rulesOf('comparison', options),
    },
    raters: [...raters],
    units: units.length,
    responses: new Set(units.map(({ response }) => response)).size,
    ...figures,
    marked: compared.of === 'spans' ? markedFigures(compared, intervals) : null,
    texts: compared.of === 'spans' ? softLabels(compared) : null,
  }
}

function notesOn(compared: ComparedUnits, options: MatrixOptions, late: boolean): string[] {
  const { of, clustered } = compared
  const how = {
    segmentations: `Boundaries match within ${options.tolerance} positions; of Pk and WindowDiff, where 0 is best, the mean of both directions is given.`,
    lists: `Entries are aligned one to one where their words overlap by ${options.threshold} or more (letters, where a script has no Latin words); entries without a partner are counted, never dropped.`,
    texts: 'An edit distance of 0 means equal texts; ROUGE-L and word overlap are 1 then.',
    spans: 'Places count code points, the end exclusive. Every figure is of the sums over all pairs and texts.',
  }
  return [
    how[of],
    ...(compared.of === 'spans' ? compared.notes : []),
    clustered
      ? 'Intervals resample whole responses.'
      : `Intervals resample single ${of === 'spans' ? 'texts' : 'units'}: no response is named.`,
    ...(late ? ['There was not enough time for all intervals.'] : []),
  ]
}

function compareAll<Answer>(
  comparing: Comparing<Answer>,
  units: readonly AnsweredUnit<Answer>[],
  raters: readonly string[],
  intervals: IntervalsInTime,
  mostWork: number,
): Pick<ComparisonReport, 'all' | 'pairs'> {
  const places = pairsOf(raters.map((_, index) => index))
  const raterPairs = places.map(([a, b]): [string, string] => [raters[a] ?? '', raters[b] ?? ''])
  refuseTooMuch(comparing, units, raterPairs, mostWork)
  const met = meet(comparing, units, raterPairs)
  const pairs: ComparisonReport['pairs'] = []
  for (const [index, [first, second]] of raterPairs.entries()) {
    const metUnits = met[index] ?? []
    const figures = figuresOf(comparing, metUnits, comparing.figures, intervals)
    pairs.push({ first, second, n: metUnits.length, figures })
  }
  const undirected = comparing.figures.filter(({ directed }) => !directed)
  const together = met.flat()
  return { all: { n: together.length, figures: figuresOf(comparing, together, undirected, intervals) }, pairs }
}

type Pairs = readonly (readonly [string, string])[]

function refuseTooMuch<Answer>(
  comparing: Comparing<Answer>,
  units: readonly AnsweredUnit<Answer>[],
  pairs: Pairs,
  mostWork: number,
): void {
  let work = 0
  for (const { answers, at } of units) {
    for (const [first, second] of pairs) {
      const [a, b] = [answers.get(first), answers.get(second)]
      if (a !== undefined && b !== undefined) work += comparing.work(a, b, pairsAmong(answers.size))
    }
    if (work <= mostWork) continue
    throw new MatrixProblem(
      'There is more to compare up to here than can be done at once.',
      'Send fewer or shorter answers, or compute them on your own machine with the command line.',
      at,
    )
  }
}

const pairsAmong = (raters: number): number => (raters * (raters - 1)) / 2

/** For each pair of raters, the sums of the units that both answered. */
function meet<Answer>(comparing: Comparing<Answer>, units: readonly AnsweredUnit<Answer>[], pairs: Pairs): Met[][] {
  const met: Met[][] = pairs.map(() => [])
  for (const { answers, response } of units)
    for (const [index, [first, second]] of pairs.entries()) {
      const [a, b] = [answers.get(first), answers.get(second)]
      if (a !== undefined && b !== undefined)
        met[index]?.push({ response, sums: comparing.compare(a, b, pairsAmong(answers.size)) })
    }
  return met
}

function figuresOf<Answer>(
  comparing: Comparing<Answer>,
  met: readonly Met[],
  figures: readonly ComparedFigure[],
  intervals: IntervalsInTime,
): Compared[] {
  const sums = Array.from({ length: comparing.sums }, (_, place) =>
    met.reduce((sum, each) => sum + (each.sums[place] ?? 0), 0),
  )
  const clusters = clustersOf(met, comparing.sums)
  const about = { n: met.length === 0 ? 0 : comparing.size(sums, clusters.length), only: null }
  const resampled = Object.fromEntries(figures.filter(({ form }) => form !== 'count').map(({ key, of }) => [key, of]))
  const found = intervals.of((resampling) =>
    intervalsOfSums(clusters, comparing.sums, resampled, rangeOfFigures(comparing.figures), resampling),
  )
  return figures.map(({ key, title, form, of }) => {
    const estimate: Estimate = met.length === 0 ? { value: null, reason: 'no-pairable-units' } : of(sums)
    if (form === 'count' && met.length > 0)
      return { key, title, form, estimate: { value: estimate.value, reason: null, words: null, interval: null } }
    return { key, title, form, estimate: tellEstimate(key, estimate, about, found[key], intervals.telling) }
  })
}

function clustersOf(met: readonly Met[], size: number): Float64Array[] {
  const clusters = new Map<string, Float64Array>()
  for (const { response, sums } of met) {
    const clusterSums = clusters.get(response) ?? new Float64Array(size)
    sums.forEach((sum, place) => {
      clusterSums[place] = (clusterSums[place] ?? 0) + sum
    })
    clusters.set(response, clusterSums)
  }
  return [...clusters.values()]
}

type Settings = Pick<MatrixOptions, 'threshold' | 'tolerance'>

export interface ComparedFigure {
  key: string
  title: string
  form: Compared['form']
  /** Only of two raters, since it asks which of them is the reference. */
  directed?: boolean
  of(sums: ArrayLike<number>): Estimate
}

/** One kind of answers: how two are compared, and which figures are made of the sums. */
export interface Comparing<Answer> {
  sums: number
  /** How much there is to compare, which decides whether there are figures at all; `responses`: that have a pair of answers. */
  size(sums: ArrayLike<number>, responses: number): number
  /** How long a comparison takes, in steps; `pairs`: how many pairs of raters are compared in the unit. */
  work(first: Answer, second: Answer, pairs: number): number
  compare(first: Answer, second: Answer, pairs: number): number[]
  figures: readonly ComparedFigure[]
}

const ratio =
  (part: number, whole: number) =>
  (sums: ArrayLike<number>): Estimate =>
    (sums[whole] ?? 0) === 0 ? { value: null, reason: 'empty' } : { value: (sums[part] ?? 0) / (sums[whole] ?? 1) }
const total =
  (...places: number[]) =>
  (sums: ArrayLike<number>): Estimate => ({ value: places.reduce((sum, place) => sum + (sums[place] ?? 0), 0) })
/** Precision, recall or F1 of matched against two sizes. */
const scores =
  (figure: 'precision' | 'recall' | 'f1', [matched, first, second]: readonly [number, number, number]) =>
  (sums: ArrayLike<number>): Estimate => ({
    value: setScores(sums[matched] ?? 0, sums[first] ?? 0, sums[second] ?? 0)[figure],
  })

/** Sums: gaps, matched, boundaries of either, Pk and windows, WindowDiff, boundary similarity, units. */
export function comparingCuts({ tolerance }: Settings): Comparing<Cuts> {
  const where = [1, 2, 3] as const
  return {
    sums: 9,
    size: (sums) => sums[0] ?? 0,
    work: ({ length }) => length * 8,
    compare: ({ length, boundaries: a }, { boundaries: b }) => {
      const { matched } = boundaryF1({ length, a, b }, { tolerance })
      const windows = windowsOf(length, a, b)
      const similarity = boundarySimilarity({ length, a, b }).value
      return [
        length - 1,
        matched,
        a.length,
        b.length,
        windows?.pk ?? 0,
        windows ? 1 : 0,
        windows?.diff ?? 0,
        similarity,
        1,
      ]
    },
    figures: [
      { key: 'f1', title: 'Boundary F1, all units together', form: 'share', of: scores('f1', where) },
      { key: 'precision', title: 'Boundary precision', form: 'share', directed: true, of: scores('precision', where) },
      { key: 'recall', title: 'Boundary recall', form: 'share', directed: true, of: scores('recall', where) },
      { key: 'similarity', title: 'Boundary similarity, mean', form: 'share', of: ratio(7, 8) },
      { key: 'pk', title: 'Pk, mean', form: 'distance', of: ratio(4, 5) },
      { key: 'windowdiff', title: 'WindowDiff, mean', form: 'distance', of: ratio(6, 5) },
      { key: 'unmatched', title: 'Boundaries of only one', form: 'count', of: unmatched(where) },
    ],
  }
}

/** The mean of both directions, each with the window of its reference; null where no window fits. */
function windowsOf(length: number, a: readonly number[], b: readonly number[]) {
  try {
    const ways = [
      { length, a, b },
      { length, a: b, b: a },
    ]
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    return { pk: mean(ways.map((way) => pk(way).value)), diff: mean(ways.map((way) => windowdiff(way).value)) }
  } catch {
    return null
  }
}

const unmatched =
  ([matched, first, second]: readonly [number, number, number]) =>
  (sums: ArrayLike<number>): Estimate => ({
    value: (sums[first] ?? 0) + (sums[second] ?? 0) - 2 * (sums[matched] ?? 0),
  })

/** Sums: entries of the longer list, aligned, entries of either. */
export function comparingLists({ threshold }: Settings): Comparing<readonly string[]> {
  const where = [1, 2, 3] as const
  return {
    sums: 4,
    size: (sums) => sums[0] ?? 0,
    work: (first, second) => listWork(first, second),
    compare: (first, second) => {
      const similarity = isLatin(first, second) ? 'token_jaccard' : 'normalized_levenshtein'
      const { pairs } = claimAlignmentText(first, second, { similarity, threshold })
      return [Math.max(first.length, second.length), pairs.length, first.length, second.length]
    },
    figures: [
      { key: 'f1', title: 'Detection F1', form: 'share', of: scores('f1', where) },
      { key: 'precision', title: 'Detection precision', form: 'share', directed: true, of: scores('precision', where) },
      { key: 'recall', title: 'Detection recall', form: 'share', directed: true, of: scores('recall', where) },
      { key: 'aligned', title: 'Aligned entries', form: 'count', of: total(1) },
      { key: 'unmatched', title: 'Entries without a partner', form: 'count', of: unmatched(where) },
    ],
  }
}

/** Words of other scripts are no tokens, so such lists are compared letter by letter. */
const isLatin = (...lists: readonly (readonly string[])[]) => lists.flat().every((text) => latinTokens(text).length > 0)

function listWork(first: readonly string[], second: readonly string[]): number {
  const letters = (list: readonly string[]) => list.reduce((sum, text) => sum + text.length, 0)
  const most = Math.max(first.length, second.length)
  return (
    most ** 3 + (isLatin(first, second) ? most * (letters(first) + letters(second)) : letters(first) * letters(second))
  )
}

/** Sums: units, same, edit distance, word overlap and its units, ROUGE-L and its units. */
export const comparingTexts: Comparing<string> = {
  sums: 7,
  size: (sums) => sums[0] ?? 0,
  work: (first, second) => 2 * first.length * second.length,
  compare: (first, second) => {
    const overlap = wordOverlap(first, second).value
    const latin = latinTokens(first).length > 0 && latinTokens(second).length > 0
    return [
      1,
      first === second ? 1 : 0,
      levenshtein(first, second).normalizedDistance,
      overlap ?? 0,
      overlap === null ? 0 : 1,
      latin ? rougeL(first, second).value : 0,
      latin ? 1 : 0,
    ]
  },
  figures: [
    { key: 'same', title: 'Exactly the same', form: 'share', of: ratio(1, 0) },
    { key: 'edit', title: 'Edit distance, normalised, mean', form: 'distance', of: ratio(2, 0) },
    { key: 'overlap', title: 'Word overlap, mean', form: 'share', of: ratio(3, 4) },
    { key: 'rouge', title: 'ROUGE-L, mean (texts with Latin letters)', form: 'share', of: ratio(5, 6) },
  ],
}

/** A step of gamma beside those of the other comparisons. */
const STEP = 20

/** As of a project's questions of spans, by the same sums; without the texts there are no tokens. */
export function comparingMarked(marking: Marking): Comparing<Marked> {
  const { sums, compare, figures } = comparingSpans(marking)
  return {
    sums,
    size: (_, responses) => responses,
    work: ({ text, spans: one }, { spans: other }, pairs) => text.length + STEP * stepsOfGamma(one, other, pairs),
    compare: ({ text, spans }, other, pairs) => compare(text, spans, other.spans, pairs),
    figures: figures.filter(({ key }) => marking.hasTexts || key !== 'tokenF1'),
  }
}

/** Calls `run` with the answers and how they are compared, whichever kind they are. */
export function withComparing<R>(
  compared: ComparedUnits,
  settings: Settings,
  run: <Answer>(comparing: Comparing<Answer>, units: readonly AnsweredUnit<Answer>[]) => R,
): R {
  if (compared.of === 'segmentations') return run(comparingCuts(settings), compared.units)
  if (compared.of === 'lists') return run(comparingLists(settings), compared.units)
  if (compared.of === 'spans') return run(comparingMarked(compared.marking), compared.units)
  return run(comparingTexts, compared.units)
}
