'use client'

import { useQuery } from '@tanstack/react-query'
import { countOf, formatShare } from '@/components/quality/agreement/figure-format'
import { FigureRules } from '@/components/quality/agreement/figure-rules'
import { ReceiptFormLinks } from '@/components/quality/agreement/receipts/receipt-links'
import { Badge } from '@/components/ui/badge'
import { ChartAxis } from '@/components/ui/chart-axis'
import { ChartInterval } from '@/components/ui/chart-interval'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { urlFor } from '@/lib/platform/client/fetch-json'
import {
  type Adjudicator,
  type Adjudicators,
  adjudicatorReceiptForms,
  getAdjudicatorReceiptEndpoint,
  type Taken,
} from '@/lib/quality/adjudicators/contract'
import { adjudicatorsQuery } from '@/lib/quality/adjudicators/hooks'
import type { Seconds } from '@/lib/quality/second-adjudication/contract'
import { SecondsPanel } from './seconds-panel'

const SCALE = { from: 0, to: 1 }

interface AdjudicatorsViewProps {
  projectId: string
  initialData: Adjudicators
  seconds: Seconds
}

/** What every adjudicator takes, beside what somebody without a preference would, and how far two agree. */
export function AdjudicatorsView({ projectId, initialData, seconds }: AdjudicatorsViewProps) {
  const { data } = useQuery({ ...adjudicatorsQuery(projectId), initialData })
  return (
    <>
      <PageHeader
        title="Adjudicators"
        description="Whose answers each adjudicator takes where annotators differ, beside what somebody without a preference would take."
        actions={
          <>
            {data.adjudicators.length > 0 ? (
              <ReceiptFormLinks
                forms={adjudicatorReceiptForms}
                hrefOf={(form) => urlFor(getAdjudicatorReceiptEndpoint, { params: { projectId }, query: { form } })}
              />
            ) : null}
            <Link href={`/projects/${projectId}/people`}>People</Link>
          </>
        }
      />
      {data.adjudicators.length === 0 ? (
        <EmptyState title="Nobody has settled anything yet">
          Figures appear once somebody who did not annotate has settled a question on which annotators differ.
        </EmptyState>
      ) : (
        <div className="space-y-8">
          {data.adjudicators.map((adjudicator) => (
            <AdjudicatorPanel key={adjudicator.userId} adjudicator={adjudicator} />
          ))}
        </div>
      )}
      <FigureRules rules={data.rules} />
      <div className="mt-8">
        <SecondsPanel projectId={projectId} initialData={seconds} />
      </div>
    </>
  )
}

function AdjudicatorPanel({ adjudicator }: { adjudicator: Adjudicator }) {
  const { name, decisions, tasks, edited, shared, lanes, people, origins } = adjudicator
  const groups = [
    { title: 'Lanes', rows: lanes },
    { title: 'People', rows: people },
    { title: 'Origins', rows: origins },
  ].filter(({ rows }) => rows.length > 0)
  return (
    <Panel
      title={name}
      description={`${countOf(decisions, 'decision')} in ${countOf(tasks, 'task')}: ${edited} by a value that nobody gave, ${shared} by one that several gave.`}
    >
      {groups.length === 0 ? (
        <p className="text-muted text-sm">No decision took the answer of one annotator alone.</p>
      ) : (
        <Table caption={`What ${name} takes`}>
          <thead>
            <tr>
              <Th>Taken</Th>
              <Th numeric>Decisions</Th>
              <Th numeric>Tasks</Th>
              <Th>Share</Th>
              <Th numeric>Without a preference</Th>
              <Th>
                <span className="sr-only">Share on a scale; the line is what somebody without a preference takes</span>
                <ChartAxis scale={SCALE} marks={[0, 0.5, 1]} format={(mark) => `${mark * 100}%`} />
              </Th>
            </tr>
          </thead>
          {groups.map(({ title, rows }) => (
            <tbody key={title}>
              <tr>
                <Th scope="rowgroup" colSpan={6} className="text-muted text-xs">
                  {title}
                </Th>
              </tr>
              {rows.map((row) => (
                <TakenRow key={row.key} row={row} />
              ))}
            </tbody>
          ))}
        </Table>
      )}
    </Panel>
  )
}

const VERDICT: Record<NonNullable<Taken['verdict']>, string> = {
  more: 'More than chance',
  less: 'Less than chance',
}

function TakenRow({ row }: { row: Taken }) {
  const { name, taken, decisions, tasks, share, low, high, expected, verdict } = row
  return (
    <Tr>
      <Th scope="row">
        <span dir="auto">{name}</span>
        {verdict === null ? null : (
          <Badge tone="partial" className="ms-2">
            {VERDICT[verdict]}
          </Badge>
        )}
      </Th>
      <Td numeric>
        {taken} of {decisions}
      </Td>
      <Td numeric>{tasks}</Td>
      <Td>
        {formatShare(share)}{' '}
        <span className="text-muted">
          ({formatShare(low)} to {formatShare(high)})
        </span>
      </Td>
      <Td numeric>{formatShare(expected)}</Td>
      <Td>
        <ChartInterval point={share} interval={{ low, high }} scale={SCALE} lines={[expected]} />
      </Td>
    </Tr>
  )
}
