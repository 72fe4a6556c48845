/** Spans as ratings of their texts: whether anything is marked at all, and with each label, as a project's measures have it. Pure. */
import { countedRuns, type MarkedSpan, markedByMost } from '@/lib/protocols/marked-spans'
import type { ComparisonReport } from '@/lib/quality/rater-matrix/contract'
import type { CodedMatrix } from '@/lib/quality/rater-matrix/reading/coded-matrix'
import type { ComparedUnits } from '@/lib/quality/rater-matrix/reading/compared-units'
import { type IntervalsInTime, matrixFigures } from './matrix-figures'

type SpanUnits = Extract<ComparedUnits, { of: 'spans' }>

export function markedFigures(
  { raters, units, shape, clustered, marking }: SpanUnits,
  intervals: IntervalsInTime,
): NonNullable<ComparisonReport['marked']> {
  const columns = raters.map((_, index) => index)
  return [null, ...marking.labels].map((label) => {
    const counts = (span: MarkedSpan) => label === null || span.label === label
    const matrix: CodedMatrix = {
      raters,
      units: units.map(({ name, line, response, answers }) => ({
        name,
        line,
        response,
        slices: [],
        labels: raters.map((rater) => {
          const marked = answers.get(rater)
          return marked ? String(marked.spans.some(counts)) : null
        }),
        left: null,
      })),
      notes: [],
      shape,
      clustered,
      by: [],
      level: 'nominal',
      categories: ['true', 'false'],
      declared: true,
      distances: undefined,
    }
    return { label, figures: matrixFigures(matrix, columns, matrix.units, intervals) }
  })
}

/** Of every text the share of its annotators who marked each character, and what more than half of them marked. */
export const softLabels = ({ units }: SpanUnits): NonNullable<ComparisonReport['texts']> =>
  units.map(({ name, answers }) => {
    const lanes = [...answers.values()].map(({ spans }) => spans)
    const soft = countedRuns(lanes).map(({ count, ...span }) => ({
      ...withLabelText(span),
      share: count / lanes.length,
    }))
    return { unit: name, annotators: lanes.length, soft, majority: markedByMost(lanes).map(withLabelText) }
  })

const withLabelText = ({ start, end, label }: MarkedSpan) => ({
  start,
  end,
  label: label === null ? null : String(label),
})
