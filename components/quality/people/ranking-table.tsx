'use client'

import { useState } from 'react'
import { EstimateText } from '@/components/quality/agreement/estimate-text'
import { formatCoefficient, formatShare } from '@/components/quality/agreement/figure-format'
import { IntervalAxis, IntervalScale, scaleOf } from '@/components/quality/agreement/interval-scale'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import type { MeasureHeading, Person, PersonMeasure } from '@/lib/quality/people/contract'
import { rankByLowerEnd } from '@/lib/quality/people/rules'

type By = 'name' | 'partners' | 'gold'

interface RankingTableProps {
  projectId: string
  people: readonly Person[]
  measure: MeasureHeading
  /** Nothing has been computed yet. */
  awaited: boolean
  /** Intervals are being computed. */
  pending: boolean
}

/** Everybody under one measure; ranked, where asked, by the lower end of the interval of kappa. */
export function RankingTable({ projectId, people, measure, awaited, pending }: RankingTableProps) {
  const [by, setBy] = useState<By>('name')
  const all = people.flatMap((person) => {
    const figures = figuresUnder(person, measure)
    return figures ? [{ person, own: figures }] : []
  })
  if (awaited)
    return (
      <EmptyState title="Being computed">The figures appear here once everybody’s answers are compared.</EmptyState>
    )
  if (all.length === 0)
    return (
      <EmptyState title="Nothing to compare yet">
        Figures appear once a task that two people annotated, or gold, has a value for this measure.
      </EmptyState>
    )
  const rows = by === 'name' ? all : rankByLowerEnd(all, ({ own }) => own[by].kappa)
  const scale = scaleOf(all.flatMap(({ own }) => [own.partners.kappa, own.gold.kappa]))
  const sortOf = (column: By) => (by === column ? (column === 'name' ? 'ascending' : 'descending') : 'none')
  const sorted = (column: By) => ({ sort: sortOf(column), onSort: () => setBy(column) }) as const
  return (
    <Table caption={`Agreement with partners and gold: ${measure.title}`}>
      <thead>
        <tr>
          <Th {...sorted('name')}>Person</Th>
          <Th numeric>With partners</Th>
          <Th>Percent</Th>
          <Th {...sorted('partners')}>Kappa with partners</Th>
          <Th>
            <span className="sr-only">Chart of kappa with partners</span>
            <IntervalAxis scale={scale} />
          </Th>
          <Th numeric>With gold</Th>
          <Th>Percent</Th>
          <Th {...sorted('gold')}>Kappa with gold</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ person, own }) => (
          <Tr key={person.userId}>
            <Th scope="row">
              <Link href={`/projects/${projectId}/people/${person.userId}`} dir="auto">
                {person.name}
              </Link>
            </Th>
            <Td numeric>{countText(own.partners)}</Td>
            <Td>
              <EstimateText estimate={own.partners.percent} format={formatShare} pending={pending} />
            </Td>
            <Td>
              <EstimateText estimate={own.partners.kappa} format={formatCoefficient} pending={pending} />
            </Td>
            <Td>
              <IntervalScale estimate={own.partners.kappa} scale={scale} pending={pending} />
            </Td>
            <Td numeric>{countText(own.gold)}</Td>
            <Td>
              <EstimateText estimate={own.gold.percent} format={formatShare} pending={pending} />
            </Td>
            <Td>
              <EstimateText estimate={own.gold.kappa} format={formatCoefficient} pending={pending} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

/** A person's figures under a measure, where they have any. */
export const figuresUnder = (person: Person, { stage, measure }: MeasureHeading): PersonMeasure | undefined =>
  person.measures.find((figures) => figures.stage === stage && figures.measure === measure)

export const countText = ({ alike, units }: { alike: number; units: number }): string =>
  units === 0 ? '–' : `${alike} of ${units} alike`
