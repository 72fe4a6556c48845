/** From figures as they are told to pictures; annotators by their aliases, since a picture is made to be passed on. Pure. */
import { type Agreement, type EstimateView, type Figures, THRESHOLDS } from '@/lib/quality/agreement/contract'
import type { MeasureDetail, PairView, Slices } from '@/lib/quality/agreement/detail/contract'
import { isMarked } from '@/lib/stats/interval-limits'
import type { IntervalPicture, IntervalRow, MatrixPicture } from './picture'

const INTERVALS =
  'Intervals: 95%, from bootstrap resamples of whole responses; † and hollow marks: fewer than 40 responses resampled.'

function rowOf(label: string, { value, interval }: EstimateView, n: number): IntervalRow {
  const few = interval !== null && isMarked(interval.drawn)
  return { label, value, low: interval?.low ?? null, high: interval?.high ?? null, n, few }
}

const ofAlpha = (label: string, { alpha, unitsWithTwo }: Figures) => rowOf(label, alpha, unitsWithTwo)

/** Alpha of every measure of the project. */
export function questionsPicture({ project, stages }: Agreement): IntervalPicture {
  const several = stages.length > 1
  return {
    kind: 'intervals',
    title: `Agreement by question: ${project.name}`,
    rowTitle: 'Question',
    axis: 'Krippendorff’s alpha',
    lines: THRESHOLDS,
    caption: `Krippendorff’s alpha over all annotators, independent answers only; n: units with two ratings or more. Dashed: 0.667 and 0.80. ${INTERVALS}`,
    rows: stages.flatMap(({ title, measures }) =>
      measures.map((measure) => ofAlpha(several ? `${title}: ${measure.title}` : measure.title, measure.all)),
    ),
  }
}

/** Alpha of one measure week by week. */
export const weeksPicture = ({ measure }: MeasureDetail, { slices }: Slices): IntervalPicture => ({
  kind: 'intervals',
  title: `Agreement over time: ${measure.title}`,
  rowTitle: 'Week',
  axis: 'Krippendorff’s alpha',
  lines: THRESHOLDS,
  caption: `Krippendorff’s alpha by the week (from Monday, UTC) in which the last annotator of a response submitted; n: ${measure.unitOfAnalysis} units with two ratings or more. Dashed: 0.667 and 0.80. ${INTERVALS}`,
  rows: slices.map(({ value, title, figures }) => ofAlpha(value ?? title, figures)),
})

/** Cohen's kappa of every two annotators, highest first. */
export function pairsPicture({ measure, pairs }: MeasureDetail): IntervalPicture {
  const rows = pairs.flatMap((pair) => {
    const kappa = pair.coefficients.find(({ key }) => key === 'cohen')?.estimate
    return kappa ? [rowOf(`${nameOf(pair.first)} and ${nameOf(pair.second)}`, kappa, pair.n)] : []
  })
  return {
    kind: 'intervals',
    title: `Agreement by pair of annotators: ${measure.title}`,
    rowTitle: 'Pair',
    axis: 'Cohen’s kappa',
    lines: [],
    caption: `Cohen’s kappa of every two annotators, highest first; n: ${measure.unitOfAnalysis} units that both rated. ${INTERVALS}`,
    rows: rows.toSorted((a, b) => (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY)),
  }
}

/** Which values met on one unit: of two raters, or of all pairs of annotators, where half of the square says all. */
export function confusionPicture({ measure }: MeasureDetail, pair: PairView | null): MatrixPicture {
  const labels = measure.categories.map(({ text }) => text)
  if (pair)
    return {
      kind: 'matrix',
      title: `Which values met: ${measure.title}`,
      rowTitle: nameOf(pair.first),
      columnTitle: nameOf(pair.second),
      labels,
      cells: pair.confusion,
      caption: `${pair.n.toLocaleString('en')} ${measure.unitOfAnalysis} units that both rated. Darker: more; thick frame: the same value.`,
    }
  return {
    kind: 'matrix',
    title: `Which values met: ${measure.title}`,
    rowTitle: 'One annotator',
    columnTitle: 'Another annotator',
    labels,
    cells: measure.all.confusion.map((row, i) => row.map((count, j) => (j < i ? null : count))),
    caption: `Every pair of ratings of one unit, whoever gave which, counted once; ${measure.all.unitsWithTwo.toLocaleString('en')} ${measure.unitOfAnalysis} units with two ratings or more. Darker: more; thick frame: the same value.`,
  }
}

/** "annotator 3"; gold and models by their kind. */
function nameOf(key: string): string {
  const [, number] = /^a(\d+)$/.exec(key) ?? []
  if (number !== undefined) return `Annotator ${number}`
  return key === 'gold' ? 'Gold' : 'A model'
}
