import { FewResampled } from '@/components/quality/agreement/estimate-text'
import { ChartAxis } from '@/components/ui/chart-axis'
import { ChartInterval } from '@/components/ui/chart-interval'
import type { Scale } from '@/components/ui/chart-scale'
import type { Figure } from '@/lib/gold/evaluation/report/contract'
import { formatCount, intervalWords, reasonWords } from './figure-words'

interface FigureTextProps {
  figure: Figure | undefined
  /** Items that are resampled. */
  resampled: number
  format: (value: number) => string
}

/** A figure with its interval below it, or the reason why there is none. */
export function FigureText({ figure, resampled, format }: FigureTextProps) {
  if (!figure || figure.value === null)
    return <span className="text-muted text-xs">{reasonWords(figure?.reason ?? null)}</span>
  const interval = intervalWords(figure, format)
  return (
    <span className="tabular-nums">
      <span className="font-medium">{format(figure.value)}</span>
      {interval ? <span className="block whitespace-nowrap text-muted text-xs">{interval}</span> : null}
      {interval ? <FewResampled drawn={resampled} one="item" /> : null}
      {figure.nUndefined > 0 ? (
        <span className="block text-muted text-xs">undefined in {formatCount(figure.nUndefined)} resamples</span>
      ) : null}
    </span>
  )
}

/** The figure above its scale: however long an interval is in words, it does not reach into the scale. */
const CELL = 'min-w-40 print:min-w-36'

interface FigureOnScaleProps extends FigureTextProps {
  scale: Scale
  lines?: readonly number[]
  /** A hollow mark: of a baseline. */
  hollow?: boolean
}

/** The same with its place on a scale; all of it is in the words as well. */
export function FigureOnScale({ figure, resampled, format, scale, lines = [], hollow = false }: FigureOnScaleProps) {
  const text = <FigureText figure={figure} resampled={resampled} format={format} />
  if (!figure || figure.value === null) return text
  const { value, low, high } = figure
  return (
    <div className={CELL}>
      <div>{text}</div>
      <ChartInterval
        point={value}
        interval={low === null || high === null ? null : { low, high }}
        scale={scale}
        lines={lines}
        pending={hollow}
      />
    </div>
  )
}

interface ScaleHeadingProps {
  title: string
  scale: Scale
  marks?: readonly number[]
  format: (value: number) => string
}

/** Heads a column of `FigureOnScale` with the numbers of its scale; those at its ends lean inwards, off the next heading. */
export function ScaleHeading({ title, scale, marks, format }: ScaleHeadingProps) {
  const lean = (mark: number) => (mark === scale.from ? 'end' : mark === scale.to ? 'start' : 'middle')
  return (
    <div className={CELL}>
      <span className="whitespace-normal">{title}</span>
      <ChartAxis scale={scale} marks={marks} format={format} lean={lean} />
    </div>
  )
}
