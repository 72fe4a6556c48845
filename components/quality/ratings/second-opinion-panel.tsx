import { countOf, formatShare } from '@/components/quality/agreement/figure-format'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { SecondOpinion } from '@/lib/quality/rater-matrix/contract'

/** What Dawid and Skene's model makes of the ratings. */
export function SecondOpinionPanel({ opinion }: { opinion: SecondOpinion }) {
  const { shares, raters, unlikeMajority, note } = opinion
  return (
    <Panel title="Second opinion: Dawid and Skene" description={note}>
      <p className="mb-3 text-sm">
        On {countOf(unlikeMajority, 'unit')} the most likely label is not the one most raters gave.
      </p>
      <div className="grid gap-4 lg:grid-cols-2">
        <Table caption="Likely shares of the labels">
          <thead>
            <tr>
              <Th>Label</Th>
              <Th numeric>Likely share</Th>
            </tr>
          </thead>
          <tbody>
            {shares.map(({ value, share }) => (
              <tr key={value}>
                <Th scope="row">
                  <span dir="auto">{value}</span>
                </Th>
                <Td numeric>{formatShare(share)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
        <Table caption="Likely accuracy of the raters">
          <thead>
            <tr>
              <Th>Rater</Th>
              <Th numeric>Likely accuracy</Th>
            </tr>
          </thead>
          <tbody>
            {raters.map(({ rater, accuracy }) => (
              <tr key={rater}>
                <Th scope="row">
                  <span dir="auto">{rater}</span>
                </Th>
                <Td numeric>{accuracy === null ? '–' : formatShare(accuracy)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Panel>
  )
}
