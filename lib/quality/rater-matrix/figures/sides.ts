import type { FigureKey, MatrixFigures, MatrixOptions, Share, Sides } from '@/lib/quality/rater-matrix/contract'
import { type CodedMatrix, codeMatrix } from '@/lib/quality/rater-matrix/reading/coded-matrix'
import { listed, MatrixProblem } from '@/lib/quality/rater-matrix/reading/matrix-problem'
import type { MatrixUnit, RaterMatrix } from '@/lib/quality/rater-matrix/reading/rater-matrix'
import { coefficientText, percentText } from '@/lib/quality/rater-matrix/rules'
import { wilsonInterval } from '@/lib/stats/binomial-interval'
import { type IntervalsInTime, matrixFigures } from './ratings-report'

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
  let shown = 0
  for (const { labels, left } of units) {
    const orders = new Set(columns.filter((column) => labels[column] !== null).map((column) => left?.[column]))
    shown += orders.size
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
  return { leftChosen: left.left + right.left, chosen: left.chosen + right.chosen, firstLeft, shown, balanced }
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
  return `${raters} raters gave ${ratings} choices on ${units} pairs; on ${unanimous} of ${unitsWithTwo} pairs with two choices or more all agree.`
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
