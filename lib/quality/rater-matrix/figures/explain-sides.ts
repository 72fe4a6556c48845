import type { FigureKey, MatrixFigures, Sides } from '@/lib/quality/rater-matrix/contract'
import { coefficientText, percentText } from '@/lib/quality/rater-matrix/rules'

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
export function explainSides(sides: Both): string[] {
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
