import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { ScrollArea } from '@/components/ui/scroll-area'
import { Table, Td, Th } from '@/components/ui/table'
import type { Progress, StageProgress } from '@/lib/quality/progress/contract'
import { BurnUpChart } from './burn-up-chart'
import { dayText } from './format-time'

interface BurnUpPanelProps {
  projectId: string
  stage: StageProgress
  by: Progress['by']
  today: string
}

const count = (value: number) => value.toLocaleString('en')

/** How far a stage has come, day by day or week by week. */
export function BurnUpPanel({ projectId, stage, by, today }: BurnUpPanelProps) {
  const { items, revealed, gold, withoutWork } = stage.tasks
  const done = stage.votes ? 'tallied' : 'gold'
  const link = (state: string, value: number, about: string) =>
    value === 0 ? (
      count(value)
    ) : (
      <Link href={`/projects/${projectId}/items?${new URLSearchParams({ stage: stage.key, state })}`} prefetch={false}>
        {count(value)}
        <span className="sr-only"> {about}: show the items</span>
      </Link>
    )
  return (
    <Panel
      title={
        <>
          Burn-up<span className="sr-only"> of {stage.title}</span>
        </>
      }
      headingLevel={3}
      description={
        <>
          {count(revealed)} of {count(items)} items are annotated by all, {link('gold', gold, done)} are {done}
          {withoutWork > 0 ? ` (${count(withoutWork)} of them imported${stage.votes ? '' : ' as gold'})` : ''}.
        </>
      }
    >
      <BurnUpChart title={stage.title} done={done} points={stage.points} today={today} />
      <details className="mt-4">
        <summary className="cursor-pointer text-sm">The numbers behind the chart</summary>
        <ScrollArea label={`${stage.title}: the numbers behind the chart`} className="mt-2 max-h-96 print:max-h-none">
          <Table caption={`${stage.title}: totals by ${by}`}>
            <thead>
              <tr>
                <Th>{by === 'day' ? 'Day (UTC)' : 'Week of'}</Th>
                <Th numeric>Items</Th>
                <Th numeric>Annotated</Th>
                <Th numeric>{stage.votes ? 'Tallied' : 'Gold'}</Th>
              </tr>
            </thead>
            <tbody>
              {stage.points.toReversed().map((point) => (
                <tr key={point.day}>
                  <Th scope="row">{dayText(point.day)}</Th>
                  <Td numeric>{count(point.items)}</Td>
                  <Td numeric>{count(point.revealed)}</Td>
                  <Td numeric>{count(point.gold)}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </ScrollArea>
      </details>
    </Panel>
  )
}
