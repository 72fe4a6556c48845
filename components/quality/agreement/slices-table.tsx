import { Table, Td, Th } from '@/components/ui/table'
import type { Figures } from '@/lib/quality/agreement/contract'
import type { Slices } from '@/lib/quality/agreement/detail/contract'
import type { SliceKind } from '@/lib/workspace/items/contract'
import { EstimateOnScale, EstimateText, ScaleHeading } from './estimate-text'
import { formatCoefficient, formatCount, formatShare, pluralOf } from './figure-format'
import { scaleOf } from './interval-scale'
import { ItemsLink } from './items-link'
import { PrevalenceStrip } from './prevalence-strip'
import { ReceiptLinks } from './receipts/receipt-links'
import type { Shown } from './shown'
import { SLICE_WORDS } from './slice-words'

interface SlicesTableProps {
  shown: Shown
  stage: string
  by: SliceKind
  slices: Slices['slices']
  /** All slices together. */
  all: Figures
  thresholds: readonly number[]
  pending: boolean
}

/** One row a slice, with alpha on a common scale, and all of them pooled below. */
export function SlicesTable({ shown, stage, by, slices, all, thresholds, pending }: SlicesTableProps) {
  const { title, unitOfAnalysis } = shown.measure
  const scale = scaleOf([...slices.map(({ figures }) => figures.alpha), all.alpha])
  const row = { shown, thresholds, pending, scale }
  return (
    <Table caption={`${title} ${SLICE_WORDS[by].choice.toLowerCase()}`}>
      <thead>
        <tr>
          <Th>{SLICE_WORDS[by].column}</Th>
          <Th className="lg:w-2/5">
            <ScaleHeading title="Alpha" scale={scale} lines={thresholds} />
          </Th>
          <Th numeric className="whitespace-normal">
            Percent agreement
          </Th>
          <Th>Prevalence</Th>
          <Th numeric className="min-w-32 whitespace-normal">
            Rated twice or more ({pluralOf(unitOfAnalysis)})
          </Th>
          <Th numeric>Responses</Th>
        </tr>
      </thead>
      <tbody>
        {slices.map(({ value, title: name, figures }) => {
          const slice = { by, value }
          const within: Shown = { ...shown, href: (figure) => shown.href({ ...figure, slice }) }
          return (
            <tr key={value ?? ''}>
              <Th scope="row" className="wrap-anywhere min-w-28 max-w-56 align-top">
                <ItemsLink href={within.href({ count: figures.units })} about="units">
                  <span dir="auto">{name}</span>
                </ItemsLink>
                {shown.href({}) === null ? null : (
                  <details className="mt-1 font-normal text-muted text-xs print:hidden">
                    <summary className="min-h-6 leading-6">Receipt</summary>
                    <ReceiptLinks
                      projectId={shown.projectId}
                      stage={stage}
                      measure={shown.measure.key}
                      by={by}
                      slice={value}
                    />
                  </details>
                )}
              </Th>
              <FigureCells {...row} shown={within} figures={figures} />
            </tr>
          )
        })}
        <tr className="font-medium">
          <Th scope="row" className="align-top">
            All, pooled
          </Th>
          <FigureCells {...row} figures={all} />
        </tr>
      </tbody>
    </Table>
  )
}

interface FigureCellsProps {
  shown: Shown
  figures: Figures
  thresholds: readonly number[]
  pending: boolean
  scale: ReturnType<typeof scaleOf>
}

function FigureCells({ shown, figures, thresholds, pending, scale }: FigureCellsProps) {
  const { alpha, percent, units, unitsWithTwo, responses } = figures
  return (
    <>
      <Td>
        <EstimateOnScale
          estimate={alpha}
          format={formatCoefficient}
          scale={scale}
          pending={pending}
          lines={thresholds}
          href={shown.href({ count: units })}
        />
      </Td>
      <Td numeric>
        <EstimateText estimate={percent} format={formatShare} pending={pending} />
      </Td>
      <Td>
        <PrevalenceStrip shown={shown} measure={shown.measure} figures={figures} named={1} />
      </Td>
      <Td numeric>
        {formatCount(unitsWithTwo)} of {formatCount(units)}
      </Td>
      <Td numeric>{formatCount(responses)}</Td>
    </>
  )
}
