'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatShare } from '@/components/quality/agreement/figure-format'
import { FigureRules } from '@/components/quality/agreement/figure-rules'
import { ReceiptLinks } from '@/components/quality/agreement/receipts/receipt-links'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { Field } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Pagination } from '@/components/ui/pagination'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { type DistributedUnit, type Distributions, PAGE_UNITS } from '@/lib/quality/distributions/contract'
import { distributionsQuery } from '@/lib/quality/distributions/hooks'
import { pageWords } from '@/lib/quality/distributions/rules'
import { counted } from '@/lib/text/counted'
import { CeilingPanel } from './ceiling-panel'

/** How labels are distributed unit by unit, the least clear first, with what models of raters make of them. */
export function DistributionsView({ projectId, initialData }: { projectId: string; initialData: Distributions }) {
  const [asked, setAsked] = useState<Pick<Distributions, 'order' | 'only' | 'page'>>({
    order: initialData.order,
    only: initialData.only,
    page: 1,
  })
  const measureKeys = { stage: initialData.stage.key, measure: initialData.measure.key }
  const isFirst = asked.order === initialData.order && asked.only === initialData.only && asked.page === 1
  const { data = initialData } = useQuery({
    ...distributionsQuery(projectId, measureKeys, asked),
    ...(isFirst ? { initialData } : {}),
  })
  const { measure, stage, units, differing, total } = data
  const base = `/projects/${projectId}/agreement/${encodeURIComponent(measureKeys.stage)}/${encodeURIComponent(measureKeys.measure)}`
  const go = (page: number) => () => setAsked((before) => ({ ...before, page }))
  return (
    <>
      <PageHeader
        eyebrow={
          <>
            <Link href={`/projects/${projectId}/agreement`}>Agreement</Link>, {stage.title}
          </>
        }
        title={`Label distributions: ${measure.title}`}
        description={`Of ${units.toLocaleString('en')} rated units (${measure.unitOfAnalysis}). The same of all measures is a file of every release, and the export “Label distributions”.`}
        actions={
          <>
            {units > 0 ? <ReceiptLinks projectId={projectId} {...measureKeys} /> : null}
            <Link href={base}>Agreement on it</Link>
          </>
        }
      />
      {units === 0 ? (
        <EmptyState title="Nothing has been rated yet">
          Distributions appear once all annotators of a task have submitted.
        </EmptyState>
      ) : (
        <div className="space-y-6">
          <EstimatesNote figures={data.figures} />
          {data.figures.state === 'awaited' ? null : (
            <>
              <Models data={data} />
              <CeilingPanel of="Annotator" rows={data.ceiling} />
            </>
          )}
          <div className="flex flex-wrap items-end gap-4">
            <Field label="Order">
              <Select
                value={asked.order}
                onValueChange={(order) =>
                  setAsked({ ...asked, order: order === 'position' ? 'position' : 'entropy', page: 1 })
                }
                options={[
                  { value: 'entropy', label: 'Least clear first' },
                  { value: 'position', label: 'By item' },
                ]}
              />
            </Field>
            <Field label="Units">
              <Select
                value={asked.only}
                onValueChange={(only) =>
                  setAsked({ ...asked, only: only === 'differing' ? 'differing' : 'all', page: 1 })
                }
                options={[
                  { value: 'all', label: `All (${units.toLocaleString('en')})` },
                  { value: 'differing', label: `A model and the majority differ (${differing.toLocaleString('en')})` },
                ]}
              />
            </Field>
          </div>
          {total === 0 && data.figures.state === 'awaited' ? (
            <EmptyState title="Not known yet">Models of annotators are being computed.</EmptyState>
          ) : total === 0 ? (
            <EmptyState title="No such unit">
              Every model finds the value of the majority likeliest everywhere.
            </EmptyState>
          ) : (
            <>
              <UnitsTable projectId={projectId} data={data} />
              <Pagination
                label="Pages of units"
                summary={pageWords(data)}
                previous={data.page > 1 ? go(data.page - 1) : null}
                next={data.page * PAGE_UNITS < total ? go(data.page + 1) : null}
              />
            </>
          )}
        </div>
      )}
      <FigureRules rules={data.rules} />
    </>
  )
}

/** Says where models and ceiling are not those of now, and that newer ones are being computed. */
function EstimatesNote({ figures: { state, tasks, at } }: Pick<Distributions, 'figures'>) {
  if (state === 'current') return null
  if (state === 'awaited' || at === null)
    return (
      <Callout title="Models of annotators and the ceiling are being computed">
        They appear here by themselves. The units below are of now.
      </Callout>
    )
  return (
    <Callout title="Models of annotators and the ceiling are of an earlier moment">
      They were made of {counted(tasks ?? 0, 'task')} on <Time value={at} />. Newer ones are being computed, and take
      their place here by themselves. The units below are of now.
    </Callout>
  )
}

function Models({ data: { dawidSkene, mace, competence } }: { data: Distributions }) {
  const modelText = (title: string, { words, iterations, converged }: Distributions['mace']) =>
    words === null
      ? `${title}: ${converged ? 'settled' : 'not settled'} after ${iterations} ${iterations === 1 ? 'round' : 'rounds'}.`
      : `${title} says nothing: ${words}`
  return (
    <Panel title="Models of annotators" description="Second opinions on what the units are, never gold.">
      <div className="space-y-3 text-sm">
        <p>
          {modelText('Dawid-Skene', dawidSkene)} {modelText('MACE', mace)}
        </p>
        {competence.length > 0 ? (
          <Table caption="How often each annotator answers from knowledge, by MACE" showCaption>
            <thead>
              <tr>
                <Th>Annotator</Th>
                <Th numeric>Competence</Th>
              </tr>
            </thead>
            <tbody>
              {competence.map(({ key, name, value }) => (
                <Tr key={key}>
                  <Th scope="row">
                    <span dir="auto">{name}</span>
                  </Th>
                  <Td numeric>{value.toFixed(2)}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        ) : null}
      </div>
    </Panel>
  )
}

const MOST_COLUMNS = 12

function UnitsTable({ projectId, data: { measure, rows } }: { projectId: string; data: Distributions }) {
  const { categories } = measure
  // Of many values, such as whole sets, those have a column that somebody gave a unit of this page.
  const hasColumn = (code: number) =>
    categories.length <= MOST_COLUMNS || rows.some(({ counts }) => (counts[code] ?? 0) > 0)
  const textOf = (code: number | null) => (code === null ? 'none' : (categories[code]?.text ?? ''))
  const likeliest = (probabilities: DistributedUnit['mace']) => {
    if (probabilities === null) return '–'
    const most = Math.max(...probabilities)
    return `${textOf(probabilities.indexOf(most))} ${most.toFixed(2)}`
  }
  return (
    <Table caption={`Distributions of ${measure.title}`}>
      <thead>
        <tr>
          <Th>Item and unit</Th>
          <Th numeric>Ratings</Th>
          {categories.map(({ value, text }, code) =>
            hasColumn(code) ? (
              <Th key={value} numeric>
                {text}
              </Th>
            ) : null,
          )}
          <Th numeric>Entropy</Th>
          <Th>Majority</Th>
          <Th>Dawid-Skene</Th>
          <Th>MACE</Th>
          <Th>Gold</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const rated = row.counts.reduce((sum, count) => sum + count, 0)
          return (
            <Tr key={`${row.position} ${row.unit}`}>
              <Th scope="row">
                <Link href={`/projects/${projectId}/items/${row.itemId}`}>
                  {row.position}/{row.unit}
                </Link>
              </Th>
              <Td numeric>
                {rated} of {row.asked}
              </Td>
              {row.counts.map((count, code) =>
                hasColumn(code) ? (
                  <Td key={categories[code]?.value} numeric className={count === 0 ? 'text-muted' : undefined}>
                    {count}
                    <span className="block text-muted text-xs">{formatShare(count / rated)}</span>
                  </Td>
                ) : null,
              )}
              <Td numeric>{row.entropy.toFixed(2)}</Td>
              <Td>{textOf(row.majority)}</Td>
              <Td>{likeliest(row.dawidSkene)}</Td>
              <Td>{likeliest(row.mace)}</Td>
              <Td>{row.gold === null ? '–' : textOf(row.gold)}</Td>
            </Tr>
          )
        })}
      </tbody>
    </Table>
  )
}
