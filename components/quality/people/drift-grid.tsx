import { formatShare } from '@/components/quality/agreement/figure-format'
import { ChartLine } from '@/components/ui/chart-line'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import type { Alike, MeasureHeading, Person, PersonMeasure } from '@/lib/quality/people/contract'
import { figuresUnder } from './ranking-table'

/** "3 Nov 2026" of 2026-11-03, a Monday. */
export function weekText(monday: string): string {
  const date = new Date(`${monday}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return monday
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
}

const SCALE = { from: 0, to: 1 }

/** Small charts of the same scale, one a person, with their numbers in one table behind. */
export function DriftGrid({ people, measure }: { people: readonly Person[]; measure: MeasureHeading }) {
  const rows = people.flatMap((person) => {
    const figures = figuresUnder(person, measure)
    return figures && figures.weeks.length > 0 ? [{ person, own: figures }] : []
  })
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="drift-heading" className="space-y-3">
      <h3 id="drift-heading" className="font-semibold text-base">
        Drift: percent agreement with partners by week
      </h3>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {rows.map(({ person, own }) => (
          <figure key={person.userId} className="min-w-0 rounded-lg border border-line bg-surface p-3">
            <figcaption className="font-medium text-sm" dir="auto">
              {person.name}
            </figcaption>
            <DriftChart name={person.name} weeks={own.weeks} />
          </figure>
        ))}
      </div>
      <details>
        <summary className="cursor-pointer text-sm">The numbers as a table</summary>
        <div className="mt-2">
          <WeeksTable
            rows={rows.map(({ person, own }) => ({ key: person.userId, name: person.name, weeks: own.weeks }))}
          />
        </div>
      </details>
    </section>
  )
}

/** One person's line; weeks of few units are gaps. */
export function DriftChart({ name, weeks }: { name: string; weeks: PersonMeasure['weeks'] }) {
  return (
    <ChartLine
      label={`percent agreement of ${name} with partners by week`}
      scale={SCALE}
      format={(tick) => `${Math.round(tick * 100)}%`}
      points={weeks.map(({ week, partners }) => ({
        key: week,
        label: weekText(week),
        value: partners.percent,
        interval: null,
      }))}
    />
  )
}

/** Weeks by person, with partners and with gold. */
export function WeeksTable({
  rows,
}: {
  rows: readonly { key: string; name: string; weeks: PersonMeasure['weeks'] }[]
}) {
  return (
    <Table stacked caption="Agreement by week of submission">
      <thead>
        <tr>
          <Th>Person</Th>
          <Th>Week from</Th>
          <Th numeric>With partners</Th>
          <Th numeric>With gold</Th>
        </tr>
      </thead>
      <tbody>
        {rows.flatMap(({ key, name, weeks }) =>
          weeks.map(({ week, partners, gold }) => (
            <Tr key={`${key} ${week}`}>
              <Th scope="row">
                <span dir="auto">{name}</span>
              </Th>
              <Td label="Week from">{weekText(week)}</Td>
              <Td numeric label="With partners">
                {alikeText(partners)}
              </Td>
              <Td numeric label="With gold">
                {alikeText(gold)}
              </Td>
            </Tr>
          )),
        )}
      </tbody>
    </Table>
  )
}

/** Of few units the count alone. */
function alikeText({ alike, units, percent }: Alike): string {
  if (units === 0) return '–'
  return percent === null ? `${alike} of ${units}` : `${formatShare(percent)} (${alike} of ${units})`
}
