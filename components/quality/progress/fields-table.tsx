import { Badge } from '@/components/ui/badge'
import { ChartBar } from '@/components/ui/chart-bar'
import { Table, Td, Th } from '@/components/ui/table'
import type { FieldTime, StageProgress } from '@/lib/quality/progress/contract'
import { hoursText, secondsText } from './format-time'

const count = (value: number) => value.toLocaleString('en')
const percent = (share: number) => `${(share * 100).toFixed(1)}%`

/** What a decision takes, question by question, the slowest part of the work first. */
export function FieldsTable({ stage }: { stage: StageProgress }) {
  const fields = stage.fields.toSorted((a, b) => b.share - a.share)
  const slow = fields.filter((field) => field.slow)
  return (
    <>
      <p className="mb-3 max-w-prose text-sm">
        {slow.length === 0
          ? 'No question takes more than twice its share of the decisions in time.'
          : `Slow: ${slow.map(({ title, unitText }) => `${title} (${unitText})`).join(', ')}. Each takes more than twice its share of the decisions in time; look at its guideline, or whether a suggestion could help.`}
      </p>
      <Table caption={`${stage.title}: time per decision by question`}>
        <thead>
          <tr>
            <Th>Question</Th>
            <Th numeric>Decisions</Th>
            <Th numeric>Median (quartiles)</Th>
            <Th numeric>Cut at the idle limit</Th>
            <Th numeric>In all</Th>
            <Th numeric>Share of the time</Th>
            <Th>
              <span className="sr-only">Chart</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <Row key={`${field.unitText} ${field.question}`} field={field} />
          ))}
        </tbody>
      </Table>
    </>
  )
}

function Row({ field: { title, unitText, decisions, seconds, cut, totalSeconds, share, slow } }: { field: FieldTime }) {
  return (
    <tr>
      <Th scope="row">
        {title} {slow ? <Badge tone="stale">slow</Badge> : null}
        <span className="block font-normal text-muted text-xs">{unitText}</span>
      </Th>
      <Td numeric>{count(decisions)}</Td>
      <Td numeric>
        {seconds === null ? (
          <span className="text-muted">too few</span>
        ) : (
          <>
            <span className="font-medium">{secondsText(seconds.median)}</span>
            <span className="block whitespace-nowrap text-muted text-xs">
              {secondsText(seconds.low)} to {secondsText(seconds.high)}
            </span>
          </>
        )}
      </Td>
      <Td numeric>{seconds === null ? count(cut) : `${count(cut)} (${percent(cut / decisions)})`}</Td>
      <Td numeric>{hoursText(totalSeconds / 3600)}</Td>
      <Td numeric>{percent(share)}</Td>
      <Td>
        <ChartBar share={share} tone={slow ? 'stale' : 'accent'} index={slow ? 1 : 0} />
      </Td>
    </tr>
  )
}
