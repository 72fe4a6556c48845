import { ChartShadeKey } from '@/components/ui/chart-shade'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { RaterView } from '@/lib/quality/agreement/contract'
import type { PairView } from '@/lib/quality/agreement/detail/contract'
import { formatCoefficient, pluralOf } from './figure-format'
import { PairCell } from './pair-cell'
import { pairOf } from './pair-words'
import { RaterHeading } from './rater-heading'
import type { Shown } from './shown'

interface PeoplePanelProps {
  shown: Shown
  pairs: readonly PairView[]
  raters: readonly RaterView[]
  pending: boolean
}

/** Cohen's kappa, percent agreement and n of every two annotators, in the order of their numbers. */
export function PeoplePanel({ shown, pairs, raters, pending }: PeoplePanelProps) {
  const { title, unitOfAnalysis } = shown.measure
  const present = raters.filter(
    ({ key, kind }) => kind === 'annotator' && pairs.some(({ first, second }) => first === key || second === key),
  )
  return (
    <Panel
      title="Annotator by annotator"
      description={`Cohen’s kappa with its interval, percent agreement, and the number of ${pluralOf(unitOfAnalysis)} both rated; darker is higher.`}
    >
      {present.length === 0 ? (
        <p className="text-muted text-sm">No two annotators have rated the same unit.</p>
      ) : (
        <>
          <Table caption={`Cohen’s kappa of every two annotators: ${title}`}>
            <thead>
              <tr>
                <Th>Annotator</Th>
                {present.map((column) => (
                  <RaterHeading key={column.key} rater={column} scope="col" />
                ))}
              </tr>
            </thead>
            <tbody>
              {present.map((row) => (
                <tr key={row.key}>
                  <RaterHeading rater={row} scope="row" />
                  {present.map((column) =>
                    row.key === column.key ? (
                      <Td key={column.key} numeric className="bg-sunken text-muted text-xs">
                        same
                      </Td>
                    ) : (
                      <PairCell
                        key={column.key}
                        shown={shown}
                        pair={pairOf(pairs, row.key, column.key)}
                        pending={pending}
                      />
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </Table>
          <ChartShadeKey format={formatCoefficient} />
        </>
      )}
    </Panel>
  )
}
