/** From a file's ratings to the report: its figures, the same by side and by system, and a second opinion. Pure. */
import { CONFIDENCE } from '@/lib/quality/agreement/contract'
import type {
  FigureKey,
  MatrixFigures,
  MatrixOptions,
  MatrixPair,
  RatingsReport,
  SecondOpinion,
  Share,
  Sides,
} from '@/lib/quality/rater-matrix/contract'
import { type CodedMatrix, codeMatrix } from '@/lib/quality/rater-matrix/reading/coded-matrix'
import { listed, MatrixProblem } from '@/lib/quality/rater-matrix/reading/matrix-problem'
import type { MatrixUnit, RaterMatrix } from '@/lib/quality/rater-matrix/reading/read-ratings'
import { coefficientText, noValueWords, percentText, rulesOf } from '@/lib/quality/rater-matrix/rules'
import { wilsonInterval } from '@/lib/stats/binomial-interval'
import { dawidSkene } from '@/lib/stats/dawid-skene'
import { mace } from '@/lib/stats/mace'
import { type Ratings, ratingsOf } from '@/lib/stats/ratings'
import type { UndefinedReason } from '@/lib/stats/result'
import { counted } from '@/lib/text/counted'
import { ceilingOf, figuresOfPairs, type IntervalsInTime, matrixFigures, pairsOf } from './matrix-figures'

/** More values than this tell rows apart, not slices. */
const MOST_SLICES = 100
/** From so many coefficients on, the best and the worst of them are partly luck. */
const MANY_COEFFICIENTS = 20

/** The report on ratings. @throws MatrixProblem for labels that do not fit, or for more than `mostWork` steps. */
export function ratingsReport(
  read: RaterMatrix,
  options: MatrixOptions,
  intervals: IntervalsInTime,
  mostWork: number,
): RatingsReport {
  refuseTooMuch(read, mostWork)
  const ways = inTwoWays(read, options)
  // Where presentations are known, what was chosen is what the ratings are about.
  const matrix = ways ? { ...ways.onSystem, notes: [...ways.onSystem.notes, DECODED] } : codeMatrix(read, options)
  const reference = referenceIn(matrix, options.reference)
  const columns = matrix.raters.map((_, index) => index).filter((index) => index !== reference)
  if (columns.length < 2 && reference === null) throw new MatrixProblem('There is only one rater.', 'Add another.')
  const all = matrixFigures(matrix, columns, matrix.units, intervals)
  const pairs = figuresOfPairs(matrix, pairsOf(columns), intervals)
  const references =
    reference === null
      ? []
      : figuresOfPairs(
          matrix,
          columns.map((column): [number, number] => [column, reference]),
          intervals,
        )
  const slices = slicesOf(matrix, columns, intervals)
  const sides = ways ? sidesOf(ways, columns, all, intervals) : null
  const secondOpinion = options.dawidSkene === 'true' ? dawidSkeneOf(matrix, columns) : null
  const byMace = options.mace === 'true' ? maceOf(matrix, columns) : null
  const ceiling = options.ceiling === 'true' ? ceilingOf(matrix, columns, intervals) : null
  return {
    kind: 'ratings',
    read: {
      shape: matrix.shape,
      notes: [...matrix.notes, ...notesOn(all, [...pairs, ...references], intervals)],
    },
    settings: {
      seed: options.seed,
      resamples: options.resamples,
      confidence: CONFIDENCE,
      method: options.method,
      rules: rulesOf('ratings', options),
    },
    level: matrix.level,
    categories: [...matrix.categories],
    raters: columns.map((column) => matrix.raters[column] ?? ''),
    reference: reference === null ? null : (matrix.raters[reference] ?? null),
    all,
    pairs,
    references,
    slices,
    sides,
    secondOpinion,
    mace: byMace,
    ceiling,
  }
}

const DECODED =
  'The labels say which side was chosen or which system; both are known from the order of presentation. The figures are about the system, those about the side stand beside them.'

/** Every two raters are compared on every unit, which takes about a thousand steps each. */
function refuseTooMuch({ raters, units }: RaterMatrix, mostWork: number): void {
  const work = ((raters.length * (raters.length - 1)) / 2) * units.length * 1000
  if (work <= mostWork) return
  throw new MatrixProblem(
    `${raters.length} raters of ${units.length} units are more than can be compared here at once.`,
    'Name those to be compared with the option raters, or use the command line on your own machine.',
  )
}

function referenceIn({ raters }: CodedMatrix, name: string | undefined): number | null {
  if (name === undefined) return null
  const index = raters.indexOf(name)
  if (index >= 0) return index
  throw new MatrixProblem(
    `The reference ${listed([name])} is none of the raters ${listed(raters)}.`,
    'Correct the name.',
  )
}

function slicesOf(matrix: CodedMatrix, columns: readonly number[], intervals: IntervalsInTime) {
  const slices: RatingsReport['slices'] = []
  for (const [index, by] of matrix.by.entries()) {
    const values = [...new Set(matrix.units.map((unit) => unit.slices[index] ?? ''))].toSorted()
    if (values.length > MOST_SLICES) {
      throw new MatrixProblem(
        `There are ${values.length} different values, more than ${MOST_SLICES}.`,
        'Choose a column with fewer for --by.',
        { column: by },
      )
    }
    for (const value of values) {
      const units = matrix.units.filter((unit) => unit.slices[index] === value)
      slices.push({ by, value, figures: matrixFigures(matrix, columns, units, intervals) })
    }
  }
  return slices
}

function notesOn(
  all: MatrixFigures,
  pairs: readonly MatrixPair[],
  { late, lateForAnnotators }: IntervalsInTime,
): string[] {
  const coefficients = [all, ...pairs].reduce(
    (sum, { figures }) => sum + figures.filter(({ estimate }) => estimate.value !== null).length,
    0,
  )
  return [
    ...(all.complete
      ? []
      : ['The data have gaps. Krippendorff’s alpha is the figure to lead with; Fleiss’ kappa is not given.']),
    ...(coefficients >= MANY_COEFFICIENTS
      ? [
          `${coefficients} figures stand here: with so many, the highest and the lowest are partly luck. Compare the lower limits of the intervals, not the points.`,
        ]
      : []),
    ...(late
      ? ['There was not enough time for all intervals. Compute them on your own machine with the command line.']
      : []),
    ...(lateForAnnotators
      ? [
          'There was not enough time for all limits for other annotators; the intervals beside them are whole. Compute them on your own machine with the command line.',
        ]
      : []),
  ]
}

const LEFT = ['left', 'l', 'a']
const RIGHT = ['right', 'r', 'b']
/** No choice of a side, under any name. */
const TIES = ['tie', 'both', 'equal', 'same', 'neither', 'none', 'draw']

/** One rating matrix of presentations, written in both ways. */
export interface TwoWays {
  systems: readonly [string, string]
  onSystem: CodedMatrix
  onSide: CodedMatrix
}

/**
 * The ratings of pairs shown left and right, by what was chosen and by where it stood; null where nothing says what stood
 * where. Labels may be sides (left, right; L, R; A, B) or the systems' names; ties stay ties. @throws MatrixProblem
 */
export function inTwoWays(matrix: RaterMatrix, options: MatrixOptions): TwoWays | null {
  if (matrix.units.every(({ left }) => left === null)) return null
  const lefts = new Set(matrix.units.flatMap(({ left }) => left?.filter((name) => name !== null) ?? []))
  const labels = [...new Set(matrix.units.flatMap((unit) => unit.labels.filter((label) => label !== null)))]
  const choices = labels.filter((label) => !TIES.includes(label.toLowerCase()))
  const areSides = choices.every((label) => [...LEFT, ...RIGHT].includes(label.toLowerCase()) && !lefts.has(label))
  const systems = systemsOf([...lefts], areSides ? [] : choices)
  const ties = labels.filter((label) => !choices.includes(label)).toSorted()
  const recoded =
    (onto: 'side' | 'system') =>
    (unit: MatrixUnit): MatrixUnit => ({
      ...unit,
      labels: unit.labels.map((label, rater) => {
        if (label === null || ties.includes(label)) return label
        const isLeft = areSides ? LEFT.includes(label.toLowerCase()) : label === unit.left?.[rater]
        if (onto === 'side') return isLeft ? 'left' : 'right'
        return (systems[0] === unit.left?.[rater]) === isLeft ? systems[0] : systems[1]
      }),
    })
  const coded = (onto: 'side' | 'system', values: readonly string[]) =>
    codeMatrix(
      { ...matrix, units: matrix.units.map(recoded(onto)), level: 'nominal', distances: undefined },
      { ...options, level: 'nominal', distances: undefined, categories: [...values, ...ties] },
    )
  return { systems, onSystem: coded('system', systems), onSide: coded('side', ['left', 'right']) }
}

function systemsOf(lefts: readonly string[], choices: readonly string[]): [string, string] {
  const [first, second, ...others] = [...new Set([...lefts, ...choices])].toSorted()
  if (first !== undefined && second !== undefined && others.length === 0) return [first, second]
  throw new MatrixProblem(
    `Two systems are compared side by side, but the file names ${listed([...new Set([...lefts, ...choices])])}.`,
    'The column of the order names the system shown left, by one of two names; labels are left and right, A and B, or those names.',
  )
}

/** Both figures of one matrix (`all`: those on the system), how often the left side was chosen, and why the figures differ. */
export function sidesOf(
  { systems, onSide }: TwoWays,
  columns: readonly number[],
  all: MatrixFigures,
  intervals: IntervalsInTime,
): Sides {
  const counted = presentationsOf(onSide, systems[0], columns)
  const sides = {
    systems: [...systems],
    onSystem: all,
    onSide: matrixFigures(onSide, columns, onSide.units, intervals),
    left: shareOf(counted.leftChosen, counted.chosen),
    firstSystemLeft: shareOf(counted.firstLeft, counted.shown),
    balancedLeft: counted.balanced,
  }
  return { ...sides, explanation: explainSides(sides) }
}

function presentationsOf({ units }: CodedMatrix, firstSystem: string, columns: readonly number[]) {
  const when = { left: { left: 0, chosen: 0 }, right: { left: 0, chosen: 0 } }
  let firstLeft = 0
  let shownCount = 0
  for (const { labels, left } of units) {
    const orders = new Set(columns.filter((column) => labels[column] !== null).map((column) => left?.[column]))
    shownCount += orders.size
    if (orders.has(firstSystem)) firstLeft++
    for (const column of columns) {
      const label = labels[column]
      if (label !== 'left' && label !== 'right') continue
      const counts = left?.[column] === firstSystem ? when.left : when.right
      counts.chosen++
      if (label === 'left') counts.left++
    }
  }
  const { left, right } = when
  const balanced = left.chosen && right.chosen ? (left.left / left.chosen + right.left / right.chosen) / 2 : null
  return {
    leftChosen: left.left + right.left,
    chosen: left.chosen + right.chosen,
    firstLeft,
    shown: shownCount,
    balanced,
  }
}

/** A share of independent choices with Wilson's limits. */
function shareOf(count: number, of: number): Share {
  const { value, low, high } = wilsonInterval(count, of)
  return { count, of, share: value, low, high }
}

type Both = Omit<Sides, 'explanation'>

const figureOf = ({ figures }: MatrixFigures, key: FigureKey): number | null =>
  figures.find((figure) => figure.key === key)?.estimate.value ?? null

/** Fleiss' kappa of complete data, else alpha: the coefficient that both ways of counting are compared by. */
function compared(figures: MatrixFigures): { name: string; value: number } | null {
  const fleiss = figureOf(figures, 'fleiss')
  if (fleiss !== null) return { name: 'Fleiss’ kappa', value: fleiss }
  const alpha = figureOf(figures, 'alpha')
  return alpha === null ? null : { name: 'Krippendorff’s alpha', value: alpha }
}

/** The gap between the coefficient on the system and the one on the side, in sentences made from the numbers. */
function explainSides(sides: Both): string[] {
  const [system, side] = [compared(sides.onSystem), compared(sides.onSide)]
  return [
    countSentence(sides),
    ...waySentences('by system', sides.onSystem, system),
    ...waySentences('by side', sides.onSide, side),
    ...(system && side ? gapSentences(sides, system, side) : []),
    ...biasSentences(sides),
  ]
}

function countSentence({ onSystem }: Both): string {
  const { units, ratings, raters, unanimous, unitsWithTwo } = onSystem
  return `${counted(raters, 'rater')} gave ${counted(ratings, 'choice')} on ${counted(units, 'pair')}; on ${unanimous} of ${counted(unitsWithTwo, 'pair')} with two choices or more all agree.`
}

function waySentences(way: string, figures: MatrixFigures, coefficient: { name: string; value: number } | null) {
  const shares = figures.labels.map(({ value, count }) => `${value} ${count}`).join(', ')
  const start = `Counted ${way} the choices are ${shares} of ${figures.ratings}`
  const percent = figureOf(figures, 'percent')
  if (!coefficient || percent === null || coefficient.value === 1) return [`${start}: there is no coefficient.`]
  const chance = (percent - coefficient.value) / (1 - coefficient.value)
  return [
    `${start}. Raters who chose by these shares at random would agree on ${percentText(chance)} of pairs of choices; they agree on ${percentText(percent)}, which is ${coefficientText(coefficient.value)} of the way from chance to full agreement (${coefficient.name}).`,
  ]
}

type Named = { name: string; value: number }

function gapSentences(sides: Both, system: Named, side: Named): string[] {
  const [onSystem, onSide] = [figureOf(sides.onSystem, 'percent'), figureOf(sides.onSide, 'percent')]
  const same = onSystem !== null && onSide !== null && Math.abs(onSystem - onSide) < 1e-9
  const higher = side.value > system.value
  const gap = coefficientText(Math.abs(side.value - system.value))
  const first = same
    ? `Percent agreement is the same both ways, because all raters of a pair saw it in the same order. The gap of ${gap} comes from chance agreement alone: the shares are more even ${higher ? 'by side' : 'by system'}.`
    : `Percent agreement differs, because raters of one pair saw it in different orders; the coefficients differ by ${gap}.`
  const meaning = higher
    ? 'The coefficient on the side says that raters point at the same text. It does not say that they tell apart on which pairs the less chosen system is better: that is what the coefficient on the system answers.'
    : 'The coefficient on the system says how well raters agree on what is better; the one on the side has no such meaning.'
  const [ac1, pabak] = [figureOf(sides.onSystem, 'ac1'), figureOf(sides.onSystem, 'pabak')]
  const companions =
    ac1 !== null && pabak !== null
      ? ` Beside it: AC1 ${coefficientText(ac1)}, PABAK ${coefficientText(pabak)}, which hardly react to uneven shares.`
      : ''
  return [
    first,
    meaning,
    `Report the coefficient on the system with the shares, and say which label it is about.${companions}`,
  ]
}

function biasSentences({ left, balancedLeft, firstSystemLeft, systems }: Both): string[] {
  if (left.share === null || left.low === null || left.high === null) return []
  const covers = left.low <= 0.5 && left.high >= 0.5
  const order = `${systems[0]} stood left in ${firstSystemLeft.count} of ${firstSystemLeft.of} presentations.`
  const balanced =
    balancedLeft === null ? '' : ` With both orders weighing the same, left was chosen in ${percentText(balancedLeft)}.`
  return [
    `The left side was chosen in ${left.count} of ${left.of} choices, ${percentText(left.share)} (95% Wilson interval ${percentText(left.low)} to ${percentText(left.high)}): ${covers ? 'no sign of a side bias.' : 'more or less than half, which is a side bias unless one system was both preferred and shown on one side more often.'} The interval takes choices as independent, which choices on one pair are not: it is too narrow rather than too wide.`,
    `${order}${balanced}`,
  ]
}

/** Steps that the estimate may take: a second or two. */
const MOST_STEPS = 1e9
const NOTE =
  'It trusts those who agree with most others, and treats raters’ errors as independent of each other. Read it beside the coefficients; it is never gold.'

/** What a model of raters works on, and how many rounds it may take. */
function modelled({ categories, units }: CodedMatrix, columns: readonly number[]) {
  const ratings = ratingsOf(
    units.map(({ labels }) => columns.map((column) => labels[column] ?? null)),
    { categories },
  )
  const work = ratings.codes.length * categories.length ** 2
  return { ratings, maxIterations: Math.max(10, Math.min(1000, Math.floor(MOST_STEPS / Math.max(1, work)))) }
}

const withoutOpinion = (reason: UndefinedReason, n: number): SecondOpinion => ({
  converged: false,
  rounds: 0,
  shares: [],
  raters: [],
  unlikeMajority: 0,
  note: noValueWords(reason, { n, only: null }),
})

const noteOn = ({ converged, iterations }: { converged: boolean; iterations: number }): string =>
  converged ? NOTE : `${NOTE} It had not settled after ${iterations} rounds.`

/** Dawid and Skene's estimate of labels and raters. Without one it says why. */
function dawidSkeneOf(matrix: CodedMatrix, columns: readonly number[]): SecondOpinion {
  const { categories, raters } = matrix
  const { ratings, maxIterations } = modelled(matrix, columns)
  const found = dawidSkene(ratings, { maxIterations })
  if (found.value === null) return withoutOpinion(found.reason, found.nUnits)
  const { prevalence, confusions, classes, iterations, converged } = found
  return {
    converged,
    rounds: iterations,
    shares: categories.map((value, index) => ({ value, share: prevalence[index] ?? 0 })),
    raters: columns.map((column, index) => ({
      rater: raters[column] ?? '',
      accuracy: accuracyOf(confusions[index] ?? [], prevalence),
    })),
    unlikeMajority: unlikeMajority(ratings, classes),
    note: noteOn(found),
  }
}

/** The same by MACE, whose raters either know or guess; shares are the means of the units' probabilities. */
function maceOf(matrix: CodedMatrix, columns: readonly number[]): SecondOpinion {
  const { categories, raters } = matrix
  const { ratings, maxIterations } = modelled(matrix, columns)
  const found = mace(ratings, { maxIterations })
  if (found.value === null) return withoutOpinion(found.reason, found.nUnits)
  const { classes, competence, iterations, converged } = found
  const sums = categories.map((_, code) =>
    classes.reduce((sum, chances, row) => sum + (chances?.[code] ?? 0) * (ratings.times[row] ?? 0), 0),
  )
  const all = sums.reduce((sum, each) => sum + each, 0)
  return {
    converged,
    rounds: iterations,
    shares: categories.map((value, index) => ({ value, share: (sums[index] ?? 0) / all })),
    raters: columns.map((column, index) => ({ rater: raters[column] ?? '', accuracy: competence[index] ?? null })),
    unlikeMajority: unlikeMajority(ratings, classes),
    note: noteOn(found),
  }
}

/** How often a rater gives the likely label, over the labels they met. */
function accuracyOf(confusion: readonly (Float64Array | null)[], prevalence: Float64Array): number | null {
  let right = 0
  let met = 0
  confusion.forEach((row, label) => {
    if (row === null) return
    right += (prevalence[label] ?? 0) * (row[label] ?? 0)
    met += prevalence[label] ?? 0
  })
  return met === 0 ? null : right / met
}

function unlikeMajority({ codes, raters, times, categories }: Ratings, classes: readonly (Float64Array | null)[]) {
  let unlike = 0
  classes.forEach((chances, row) => {
    if (chances === null) return
    const counts = categories.map(() => 0)
    for (const code of codes.subarray(row * raters, (row + 1) * raters))
      if (code >= 0) counts[code] = (counts[code] ?? 0) + 1
    const likely = chances.indexOf(Math.max(...chances))
    if ((counts[likely] ?? 0) < Math.max(...counts)) unlike += times[row] ?? 0
  })
  return unlike
}
