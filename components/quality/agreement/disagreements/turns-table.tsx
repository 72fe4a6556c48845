import { formatCoefficient, formatCount, formatShare, unitsOf } from '@/components/quality/agreement/figure-format'
import { ChartAxis } from '@/components/ui/chart-axis'
import { ChartInterval } from '@/components/ui/chart-interval'
import type { Scale } from '@/components/ui/chart-scale'
import { Table, Td, Th } from '@/components/ui/table'
import type { Discussion, Limits, Turn } from '@/lib/quality/agreement/disagreements/contract'

type Measure = Discussion['measures'][number]
type Format = (value: number) => string

/** A difference of shares in points, with a true minus. */
const points: Format = (share) => (share * 100).toFixed(1).replace('-', '−')

/** Percent and alpha of each measure, before and after; the marks of both on one scale. */
export function TurnsTable({ measures }: { measures: readonly Measure[] }) {
  const scale = scaleOf(measures.map(({ alpha }) => alpha))
  return (
    <Table caption="Agreement before and after discussion">
      <thead>
        <tr>
          <Th>Measure</Th>
          <Th>Figure</Th>
          <Th numeric>Before (independent)</Th>
          <Th numeric>After discussion</Th>
          <Th numeric>Difference (of percent: points)</Th>
          <Th>
            <span className="sr-only">Chart</span>
            <ChartAxis
              scale={scale}
              marks={[scale.from, 0, 0.5, 1].filter((mark, index, all) => all.indexOf(mark) === index)}
            />
          </Th>
        </tr>
      </thead>
      <tbody>
        {measures.flatMap((measure) => [
          <Row key={`${measure.key} percent`} measure={measure} turn={measure.percent} percent scale={scale} />,
          <Row key={`${measure.key} alpha`} measure={measure} turn={measure.alpha} scale={scale} />,
        ])}
      </tbody>
    </Table>
  )
}

/** From 0, or from a quarter below what is lowest, to 1. */
function scaleOf(turns: readonly Turn[]): Scale {
  const ends = turns.flatMap(({ before, after, beforeInterval, afterInterval }) => [
    ...[before, after, beforeInterval?.low, afterInterval?.low].map((each) => each ?? 0),
  ])
  return { from: Math.max(-1, Math.floor(Math.min(0, ...ends) * 4) / 4), to: 1 }
}

interface RowProps {
  measure: Measure
  turn: Turn
  percent?: boolean
  scale: Scale
}

function Row({ measure, turn, percent = false, scale }: RowProps) {
  const format = percent ? formatShare : formatCoefficient
  const { units, responses, unitOfAnalysis, title } = measure
  return (
    <tr>
      <Th scope="row">
        {title}
        {percent ? (
          <span className="block font-normal text-muted text-xs">
            {unitsOf(units, unitOfAnalysis)} of {formatCount(responses)} {responses === 1 ? 'item' : 'items'}
          </span>
        ) : null}
      </Th>
      <Td>{percent ? 'Percent' : 'Alpha'}</Td>
      <Value value={turn.before} limits={turn.beforeInterval} format={format} />
      <Value value={turn.after} limits={turn.afterInterval} format={format} />
      {turn.words === null ? (
        <Value value={turn.difference} limits={turn.differenceInterval} format={percent ? points : format} signed />
      ) : (
        <Td className="max-w-60 text-muted text-xs">{turn.words}</Td>
      )}
      <Td>
        <div aria-hidden className="flex items-center gap-1 text-muted text-xs">
          <div className="flex-1">
            <ChartInterval point={turn.before} interval={turn.beforeInterval} scale={scale} />
            <ChartInterval point={turn.after} interval={turn.afterInterval} scale={scale} pending />
          </div>
          <div className="grid gap-2">
            <span>before</span>
            <span>after</span>
          </div>
        </div>
      </Td>
    </tr>
  )
}

interface ValueProps {
  value: number | null
  limits: Limits
  format: Format
  /** A difference; of shares in points. */
  signed?: boolean
}

function Value({ value, limits, format, signed = false }: ValueProps) {
  if (value === null)
    return (
      <Td numeric>
        <span aria-hidden className="text-muted">
          –
        </span>
        <span className="sr-only">no value</span>
      </Td>
    )
  const plus = signed && value > 0 ? '+' : ''
  return (
    <Td numeric>
      <span className="font-medium">{plus + format(value)}</span>
      {limits ? (
        <span className="block whitespace-nowrap text-muted text-xs">
          {format(limits.low)} to {format(limits.high)}
        </span>
      ) : null}
    </Td>
  )
}
