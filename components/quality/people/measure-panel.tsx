import { EstimateText } from '@/components/quality/agreement/estimate-text'
import { formatCoefficient, formatShare } from '@/components/quality/agreement/figure-format'
import { IntervalAxis, IntervalScale, scaleOf } from '@/components/quality/agreement/interval-scale'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { MIN_UNITS } from '@/lib/quality/agreement/contract'
import type { MeasureHeading, PersonMeasure } from '@/lib/quality/people/contract'
import { DriftChart, WeeksTable } from './drift-grid'
import { countText } from './ranking-table'

interface MeasurePanelProps {
  head: MeasureHeading
  figures: PersonMeasure
  name: string
  pending: boolean
}

/** One person under one measure: agreement, what they give beside what partners give, and drift. */
export function MeasurePanel({ head, figures, name, pending }: MeasurePanelProps) {
  const scale = scaleOf([figures.partners.kappa, figures.gold.kappa])
  const sides = [
    { key: 'partners', title: 'Partners', side: figures.partners },
    { key: 'gold', title: 'Gold', side: figures.gold },
  ].filter(({ side }) => side.units > 0)
  return (
    <Panel title={head.title} description={head.stageTitle}>
      <div className="space-y-5">
        <Table caption={`${head.title}: agreement with partners and gold`}>
          <thead>
            <tr>
              <Th>With</Th>
              <Th numeric>Ratings compared</Th>
              <Th numeric>Responses</Th>
              <Th>Percent</Th>
              <Th>Kappa</Th>
              <Th>
                <span className="sr-only">Chart of kappa</span>
                <IntervalAxis scale={scale} />
              </Th>
            </tr>
          </thead>
          <tbody>
            {sides.map(({ key, title, side }) => (
              <Tr key={key}>
                <Th scope="row">{title}</Th>
                <Td numeric>{countText(side)}</Td>
                <Td numeric>{side.responses}</Td>
                <Td>
                  <EstimateText estimate={side.percent} format={formatShare} pending={pending} />
                </Td>
                <Td>
                  <EstimateText estimate={side.kappa} format={formatCoefficient} pending={pending} />
                </Td>
                <Td>
                  <IntervalScale estimate={side.kappa} scale={scale} pending={pending} />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
        {figures.partners.units > 0 ? <GivenTable head={head} figures={figures} name={name} /> : null}
        {figures.weeks.length > 1 ? (
          <section aria-label={`${head.title}: drift`} className="space-y-3">
            <h3 className="font-medium text-sm">Percent agreement with partners by week</h3>
            <DriftChart name={name} weeks={figures.weeks} />
            <details>
              <summary className="cursor-pointer text-sm">The numbers as a table</summary>
              <div className="mt-2">
                <WeeksTable rows={[{ key: name, name, weeks: figures.weeks }]} />
              </div>
            </details>
          </section>
        ) : null}
      </div>
    </Panel>
  )
}

/** The distribution of values beside that of partners, over the same ratings. */
function GivenTable({ head, figures, name }: Omit<MeasurePanelProps, 'pending'>) {
  const total = figures.partners.units
  const text = (count: number) => (total < MIN_UNITS ? String(count) : `${formatShare(count / total)} (${count})`)
  return (
    <Table caption={`${head.title}: values given, over the same units`}>
      <thead>
        <tr>
          <Th>Value</Th>
          <Th numeric>By {name}</Th>
          <Th numeric>By partners</Th>
        </tr>
      </thead>
      <tbody>
        {figures.given.map(({ value, own, others }) => (
          <Tr key={value}>
            <Th scope="row">{head.categories.find((each) => each.value === value)?.text ?? value}</Th>
            <Td numeric>{text(own)}</Td>
            <Td numeric>{text(others)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
