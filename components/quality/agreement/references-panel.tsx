import { ChartShadeKey } from '@/components/ui/chart-shade'
import { Panel } from '@/components/ui/panel'
import { Table, Th } from '@/components/ui/table'
import type { RaterView } from '@/lib/quality/agreement/contract'
import type { PairView } from '@/lib/quality/agreement/detail/contract'
import { formatCoefficient } from './figure-format'
import { PairCell } from './pair-cell'
import { pairOf } from './pair-words'
import { RaterHeading } from './rater-heading'
import type { Shown } from './shown'

interface ReferencesPanelProps {
  shown: Shown
  references: readonly PairView[]
  raters: readonly RaterView[]
  pending: boolean
}

/** Gold and models as further rows, apart from the annotators; nothing while there are none. */
export function ReferencesPanel({ shown, references, raters, pending }: ReferencesPanelProps) {
  if (references.length === 0) return null
  const among = (key: string) => references.some(({ first, second }) => first === key || second === key)
  const rows = raters.filter(({ key, kind }) => kind !== 'annotator' && among(key))
  const columns = raters.filter(({ key, kind }) => kind === 'annotator' && among(key))
  return (
    <Panel
      title="Annotators against gold and models"
      description="Cohen’s kappa with its interval, percent agreement and n, over the units that both rated. Neither counts among the annotators: gold was settled from their answers, and a model is no independent person."
    >
      <Table caption={`Cohen’s kappa of annotators with gold and models: ${shown.measure.title}`}>
        <thead>
          <tr>
            <Th>Against</Th>
            {columns.map((column) => (
              <RaterHeading key={column.key} rater={column} scope="col" />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <RaterHeading rater={row} scope="row" />
              {columns.map((column) => (
                <PairCell
                  key={column.key}
                  shown={shown}
                  pair={pairOf(references, column.key, row.key)}
                  pending={pending}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <ChartShadeKey format={formatCoefficient} />
    </Panel>
  )
}
