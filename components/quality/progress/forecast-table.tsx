import { Table, Td, Th } from '@/components/ui/table'
import type { Forecast, StageProgress } from '@/lib/quality/progress/contract'
import { dayText } from './format-time'

const ROWS = [
  { key: 'revealed', text: 'All annotated' },
  { key: 'gold', text: 'All gold' },
] as const

/** When a stage will be done, with the range of the runs. */
export function ForecastTable({ stage }: { stage: StageProgress }) {
  return (
    <Table caption={`When ${stage.title} will be done`}>
      <thead>
        <tr>
          <Th>Done</Th>
          <Th numeric>Left</Th>
          <Th>Forecast (UTC)</Th>
          <Th>Drawn from</Th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(({ key, text }) => {
          const forecast = stage.forecasts[key]
          return (
            <tr key={key}>
              <Th scope="row">{key === 'gold' && stage.votes ? 'All tallied' : text}</Th>
              <Td numeric>{forecast.left.toLocaleString('en')}</Td>
              <Td>
                <When forecast={forecast} />
              </Td>
              <Td className="text-muted">
                {forecast.days === 0 ? 'nothing' : `${forecast.days} days, ${forecast.activeDays} of them active`}
              </Td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}

function When({ forecast: { median, earliest, latest, words } }: { forecast: Forecast }) {
  if (median === null) return <span className="text-muted">{words}</span>
  return (
    <>
      <span className="font-medium">{dayText(median)}</span>
      <span className="block text-muted text-xs">
        {earliest === null ? 'later' : dayText(earliest)} to {latest === null ? 'more than two years' : dayText(latest)}
      </span>
    </>
  )
}
