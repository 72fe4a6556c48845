import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { ScoringReport } from '@/lib/gold/evaluation/report/contract'
import { formatCount } from './figure-words'

/** How alike the orders of systems are, by Kendall's tau; nothing where orders are not compared. */
export function RankingsPanel({ scoring: { rankings, title } }: { scoring: ScoringReport }) {
  if (rankings.length === 0) return null
  return (
    <Panel
      title={`${title}: do the orders agree?`}
      headingLevel={3}
      description="Kendall’s tau-b between the orders of systems: 1 is the same order, 0 none in common, −1 the reverse."
    >
      <Table caption={`Orders of systems compared: ${title}`}>
        <thead>
          <tr>
            <Th>First</Th>
            <Th>Second</Th>
            <Th numeric>Tau-b</Th>
            <Th numeric>Systems</Th>
          </tr>
        </thead>
        <tbody>
          {rankings.map(({ first, second, tau, systems }) => (
            <tr key={`${first}\n${second}`}>
              <Th scope="row" className="wrap-anywhere min-w-24">
                <span dir="auto">{first}</span>
              </Th>
              <Td className="wrap-anywhere min-w-24">
                <span dir="auto">{second}</span>
              </Td>
              <Td numeric>
                {tau === null ? (
                  <span className="text-muted text-xs">Undefined: too few systems, or all alike</span>
                ) : (
                  tau.toFixed(2).replace('-', '−')
                )}
              </Td>
              <Td numeric>{formatCount(systems)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}
