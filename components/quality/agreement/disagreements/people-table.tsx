import { ChartAxis } from '@/components/ui/chart-axis'
import { ChartInterval } from '@/components/ui/chart-interval'
import { Table, Td, Th } from '@/components/ui/table'
import type { Discussion } from '@/lib/quality/agreement/disagreements/contract'
import { ShareText } from './share-text'

const SCALE = { from: 0, to: 1 }
const percent = (share: number) => `${share * 100}%`

/** How often each annotator gave way, and was upheld by a third person. Not ranked: it is no grade. */
export function PeopleTable({ people }: { people: Discussion['people'] }) {
  return (
    <Table caption="How often annotators gave way in discussions and were upheld by a third person">
      <thead>
        <tr>
          <Th>Annotator</Th>
          <Th>Gave way in discussions</Th>
          <Th>
            <span className="sr-only">Chart</span>
            <ChartAxis scale={SCALE} marks={[0, 0.5, 1]} format={percent} />
          </Th>
          <Th>Upheld by a third person</Th>
        </tr>
      </thead>
      <tbody>
        {people.map(({ key, name, gaveWay, upheld }) => (
          <tr key={key}>
            <Th scope="row" dir="auto">
              {name}
            </Th>
            <Td>
              <ShareText share={gaveWay} />
            </Td>
            <Td>
              {gaveWay.share === null ? null : (
                <ChartInterval point={gaveWay.share} interval={gaveWay.interval} scale={SCALE} lines={[0.5]} />
              )}
            </Td>
            <Td>
              <ShareText share={upheld} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
