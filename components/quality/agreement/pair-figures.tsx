import { Table, Td, Th } from '@/components/ui/table'
import { COEFFICIENTS } from '@/lib/quality/agreement/coefficients'
import type { RaterView } from '@/lib/quality/agreement/contract'
import type { PairView } from '@/lib/quality/agreement/detail/contract'
import { EstimateText } from './estimate-text'
import { countOf, formatCoefficient, formatShare } from './figure-format'
import { pairName } from './pair-words'
import { ReceiptLinks } from './receipts/receipt-links'
import type { Shown } from './shown'

interface PairFiguresProps {
  shown: Shown
  stage: string
  pair: PairView
  raters: readonly RaterView[]
  pending: boolean
}

/** Everything that is computed of two raters, with its receipt. */
export function PairFigures({ shown, stage, pair, raters, pending }: PairFiguresProps) {
  const { projectId, measure, href } = shown
  return (
    <div className="mt-5 space-y-3">
      <Table
        caption={`${pairName(raters, pair)}, from ${countOf(pair.responses, 'response')}`}
        showCaption
        className="max-w-3xl"
      >
        <thead>
          <tr>
            <Th>Figure</Th>
            <Th numeric>Value</Th>
          </tr>
        </thead>
        <tbody>
          {pair.coefficients.map(({ key, estimate }) => (
            <tr key={key}>
              <Th scope="row">
                {COEFFICIENTS[key].title}
                <span className="block max-w-prose font-normal text-muted text-xs">{COEFFICIENTS[key].sentence}</span>
              </Th>
              <Td numeric>
                <EstimateText
                  estimate={estimate}
                  format={key === 'percent' ? formatShare : formatCoefficient}
                  pending={pending && key === 'cohen'}
                />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {href({}) === null ? null : (
        <ReceiptLinks projectId={projectId} stage={stage} measure={measure.key} pair={pair} />
      )}
    </div>
  )
}
