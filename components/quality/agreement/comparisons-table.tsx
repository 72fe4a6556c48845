import type { ReactNode } from 'react'
import type { Scale } from '@/components/ui/chart-scale'
import { Table, Td, Th } from '@/components/ui/table'
import type { ComparisonView } from '@/lib/quality/agreement/contract'
import { EstimateOnScale, EstimateText, ScaleHeading } from './estimate-text'
import { countOf, formatCoefficient, formatCount, formatShare, unitsOf } from './figure-format'
import { scaleOf } from './interval-scale'
import { ReceiptLinks } from './receipts/receipt-links'

interface ComparisonsTableProps {
  projectId: string
  stage: { key: string; title: string }
  comparisons: readonly ComparisonView[]
  pending: boolean
  /** Are receipts for the reader? */
  receipts: boolean
}

/** Agreement of lists, texts and spans, which have no categories: what two annotators' answers have in common. */
export function ComparisonsTable({ projectId, stage, comparisons, pending, receipts }: ComparisonsTableProps) {
  const scale = scaleOf(
    comparisons.flatMap(({ figures }) =>
      figures.filter(({ form }) => form !== 'count').map(({ estimate }) => estimate),
    ),
  )
  return (
    <Table caption={`Agreement of lists, texts and spans: ${stage.title}`} showCaption>
      <thead>
        <tr>
          <Th>Figure</Th>
          <Th className="w-1/2">
            <ScaleHeading title="Value" scale={scale} />
          </Th>
        </tr>
      </thead>
      {comparisons.map((comparison) => (
        <ComparisonRows key={comparison.key} comparison={comparison} scale={scale} pending={pending}>
          {receipts ? <ReceiptLinks projectId={projectId} stage={stage.key} measure={comparison.key} /> : null}
        </ComparisonRows>
      ))}
    </Table>
  )
}

interface ComparisonRowsProps {
  comparison: ComparisonView
  scale: Scale
  pending: boolean
  /** Beside its title. */
  children: ReactNode
}

function ComparisonRows({ comparison, scale, pending, children }: ComparisonRowsProps) {
  const { title, unitOfAnalysis, units, pairs, responses } = comparison
  return (
    <tbody>
      <tr>
        <Th scope="rowgroup" colSpan={2} className="bg-sunken">
          <div className="flex flex-wrap items-center justify-between gap-2">
            {title}
            {children}
          </div>
          <span className="block font-normal text-muted text-xs">
            {unitsOf(units, unitOfAnalysis)}, {countOf(pairs, 'pair')} of answers, in {countOf(responses, 'response')}
          </span>
        </Th>
      </tr>
      {rowsOf(comparison).map(({ key, title: name, form, estimate }) => (
        <tr key={key}>
          <Th scope="row" className="align-top font-normal">
            {name}
          </Th>
          <Td>
            {form === 'count' ? (
              <EstimateText estimate={estimate} format={formatCount} />
            ) : (
              <EstimateOnScale estimate={estimate} format={FORMATS[form]} scale={scale} pending={pending} />
            )}
          </Td>
        </tr>
      ))}
    </tbody>
  )
}

/** Figures that have no value for the same reason share a row. */
function rowsOf({ figures }: ComparisonView): ComparisonView['figures'] {
  const rows: ComparisonView['figures'] = []
  for (const figure of figures) {
    const { value, words } = figure.estimate
    const same = rows.find(({ estimate }) => value === null && estimate.value === null && estimate.words === words)
    if (same) same.title = `${same.title}; ${figure.title}`
    else rows.push({ ...figure })
  }
  return rows
}

const FORMATS = { share: formatShare, coefficient: formatCoefficient, distance: formatCoefficient } as const
