import { DefinitionList } from '@/components/ui/definition-list'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import { COEFFICIENTS } from '@/lib/quality/agreement/coefficients'
import {
  type CoefficientKey,
  type EstimateView,
  type Figures,
  type Majorities,
  MIN_UNITS,
} from '@/lib/quality/agreement/contract'
import { fewWords, standing } from '@/lib/quality/agreement/rules'
import { isMarked } from '@/lib/stats/interval-limits'
import { EstimateOnScale, ScaleHeading } from './estimate-text'
import { countOf, formatCoefficient, formatCount, formatShare, unitsOf } from './figure-format'
import { scaleOf } from './interval-scale'
import { ItemsLink } from './items-link'
import type { Shown } from './shown'

interface CoefficientsPanelProps {
  shown: Shown
  figures: Figures
  thresholds: readonly number[]
  pending: boolean
}

/** All coefficients of a measure on one scale, with what each says, and what they are computed of. */
export function CoefficientsPanel({ shown, figures, thresholds, pending }: CoefficientsPanelProps) {
  const { alpha, percent, others } = figures
  const rows: { key: CoefficientKey; estimate: EstimateView }[] = [
    { key: 'alpha', estimate: alpha },
    { key: 'percent', estimate: percent },
    ...others.filter(({ key }) => key !== 'alpha' && key !== 'percent'),
  ]
  const scale = scaleOf(rows.map(({ estimate }) => estimate))
  return (
    <Panel title="How well annotators agree" description={alpha.interval ? standing(alpha.interval) : undefined}>
      <DefinitionList className="mb-4" items={countsOf(shown, figures)} />
      {alpha.value !== null && isMarked(figures.responsesWithTwo) ? (
        <p className="mb-4 max-w-prose text-sm">{fewWords(figures.responsesWithTwo)}</p>
      ) : null}
      <Table caption={`Coefficients of ${shown.measure.title}`}>
        <thead>
          <tr>
            <Th>Figure</Th>
            <Th className="lg:w-1/2">
              <ScaleHeading title="Value" scale={scale} lines={thresholds} />
            </Th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, estimate }) => (
            <CoefficientRow
              key={key}
              name={key}
              estimate={estimate}
              scale={scale}
              lines={key === 'alpha' ? thresholds : []}
              pending={pending}
            />
          ))}
        </tbody>
      </Table>
      <p className="mt-2 text-muted text-xs">
        The lines at 0.667 (dotted) and 0.80 (dashed) are Krippendorff’s, for alpha only.
      </p>
    </Panel>
  )
}

interface CoefficientRowProps {
  name: CoefficientKey
  estimate: EstimateView
  scale: ReturnType<typeof scaleOf>
  lines: readonly number[]
  pending: boolean
}

function CoefficientRow({ name, estimate, scale, lines, pending }: CoefficientRowProps) {
  const { title, sentence } = COEFFICIENTS[name]
  const format = name === 'percent' || name === 'unanimous' ? formatShare : formatCoefficient
  return (
    <tr>
      <Th scope="row" className="min-w-44 align-top">
        {title}
        <span className="block max-w-prose font-normal text-muted text-xs">{sentence}</span>
      </Th>
      <Td>
        <EstimateOnScale estimate={estimate} format={format} scale={scale} lines={lines} pending={pending} />
      </Td>
    </tr>
  )
}

function countsOf(shownMeasure: Shown, figures: Figures) {
  const { units, unitsWithTwo, unanimous, majorities, responses, responsesWithTwo, raters, ratings } = figures
  const twice = units === 0 ? '' : ` (${formatShare(unitsWithTwo / units)})`
  return [
    {
      term: 'Units',
      description: (
        <ItemsLink href={shownMeasure.href({ count: units })} about="units">
          {unitsOf(units, shownMeasure.measure.unitOfAnalysis)}
        </ItemsLink>
      ),
    },
    { term: 'Rated by two or more', description: `${formatCount(unitsWithTwo)}${twice}` },
    { term: 'All ratings the same', description: `${formatCount(unanimous)} of ${countOf(unitsWithTwo, 'unit')}` },
    ...(majorities ? [{ term: 'Rated by three or more', description: majorityWords(majorities) }] : []),
    {
      term: 'From',
      description: `${countOf(responses, 'response')}, ${countOf(raters, 'annotator')}, ${countOf(ratings, 'rating')}`,
    },
    { term: 'Resampled', description: `${countOf(responsesWithTwo, 'response')} with a unit rated twice or more` },
  ]
}

/** "100 units: 82 (82%) rated alike by all, ..."; of few units counts only, as everywhere. */
function majorityWords({ units, all, majority, none }: Majorities): string {
  const part = (count: number) =>
    units < MIN_UNITS ? formatCount(count) : `${formatCount(count)} (${formatShare(count / units)})`
  return `${countOf(units, 'unit')}: ${part(all)} rated alike by all, ${part(majority)} by a majority but not all, ${part(none)} with no majority`
}
