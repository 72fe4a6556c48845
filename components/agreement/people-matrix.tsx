import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { Figures, PairView } from '@/lib/agreement/contract'
import { EstimateText } from './estimate-text'
import { formatCoefficient, formatCount, formatShare, pluralOf } from './figure-format'
import { ItemsLink } from './items-link'
import { ratersOf, type Shown } from './shown'

/** Cohen's kappa, percent agreement and n of every two annotators, sorted as the annotators are. */
export function PeopleMatrix({ shown, figures }: { shown: Shown; figures: Figures }) {
  const { raters, measure } = shown
  const present = raters.filter(({ key }) => figures.pairs.some(({ first, second }) => first === key || second === key))
  const find = (a: string, b: string) =>
    figures.pairs.find(({ first, second }) => (first === a && second === b) || (first === b && second === a))
  return (
    <Panel
      title="Annotator by annotator"
      headingLevel={3}
      description={`Cohen’s kappa (with its interval, over all domains), percent agreement, and the number of ${pluralOf(measure.unitOfAnalysis)} both rated.`}
    >
      {present.length === 0 ? (
        <p className="text-muted text-sm">No two annotators have rated the same unit.</p>
      ) : (
        <Table caption={`Cohen’s kappa of every two annotators: ${measure.title}`}>
          <thead>
            <tr>
              <Th>Annotator</Th>
              {present.map(({ key, name }) => (
                <Th key={key} numeric>
                  <span dir="auto">{name}</span>
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {present.map((row) => (
              <tr key={row.key}>
                <Th scope="row">
                  <span dir="auto">{row.name}</span>
                </Th>
                {present.map((column) => {
                  const pair = find(row.key, column.key)
                  return (
                    <Td key={column.key} numeric className={row.key === column.key ? 'bg-sunken' : undefined}>
                      {row.key === column.key ? (
                        <span className="text-muted">same</span>
                      ) : pair ? (
                        <PairCell shown={shown} pair={pair} />
                      ) : (
                        <span className="text-muted">nothing in common</span>
                      )}
                    </Td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}

function PairCell({ shown, pair }: { shown: Shown; pair: PairView }) {
  return (
    <>
      <EstimateText estimate={pair.kappa} format={formatCoefficient} />
      {pair.percent.value === null ? null : (
        <span className="block text-muted text-xs">{formatShare(pair.percent.value)} agree</span>
      )}
      <span className="block text-xs">
        <ItemsLink
          projectId={shown.projectId}
          text={`n = ${formatCount(pair.n)}`}
          about="rated by both"
          items={pair.items}
          filter={shown.filter({ raters: ratersOf(pair) })}
        />
      </span>
    </>
  )
}
