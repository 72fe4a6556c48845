import { Link } from '@/components/ui/link'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import type { Person, Work } from '@/lib/quality/people/contract'

const minutes = (value: number) => (value < 10 ? value.toFixed(1) : String(Math.round(value)))

/** "4.5 (3.0 to 6.2)": the median and the quartiles; of few tasks, how many there are. */
function minutesText({ minutes: quartiles, timedTasks }: Pick<Work, 'minutes' | 'timedTasks'>): string {
  if (!quartiles) return timedTasks === 0 ? '–' : `too few (${timedTasks} of at least 10 tasks)`
  return `${minutes(quartiles.median)} (${minutes(quartiles.low)} to ${minutes(quartiles.high)})`
}

interface VolumeTableProps {
  projectId: string
  people: readonly Person[]
}

/** Volume and time of everybody, stage by stage. */
export function VolumeTable({ projectId, people }: VolumeTableProps) {
  const rows = people.flatMap((person): { person: Person; work: Work | null }[] =>
    person.work.length === 0 ? [{ person, work: null }] : person.work.map((work) => ({ person, work })),
  )
  return (
    <Table stacked caption="Volume and time by person and stage" showCaption>
      <thead>
        <tr>
          <Th>Person</Th>
          <Th>Stage</Th>
          <WorkHeadings waiting />
        </tr>
      </thead>
      <tbody>
        {rows.map(({ person, work }) => (
          <Tr key={`${person.userId} ${work?.stage ?? ''}`}>
            <Th scope="row">
              <Link href={`/projects/${projectId}/people/${person.userId}`} dir="auto">
                {person.name}
              </Link>
              <span className="block font-normal text-muted text-xs">{person.role ?? 'has left'}</span>
            </Th>
            {work ? (
              <>
                <Td label="Stage">{work.title}</Td>
                <WorkCells work={work} />
              </>
            ) : (
              <Td colSpan={6}>Nothing submitted yet.</Td>
            )}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

const orBeingCounted = (count: number | null) => (count === null ? 'being counted' : count)

/** The headings over `WorkCells`. */
export function WorkHeadings({ waiting }: { waiting: boolean }) {
  return (
    <>
      <Th numeric>Tasks all submitted</Th>
      <Th numeric>Units</Th>
      <Th numeric>Answers</Th>
      <Th numeric>Minutes a task</Th>
      {waiting ? <Th numeric>Wait for partners</Th> : null}
    </>
  )
}

export function WorkCells({ work }: { work: Work }) {
  return (
    <>
      <Td numeric label="Tasks all submitted">
        {work.tasks}
      </Td>
      <Td numeric label="Units">
        {orBeingCounted(work.units)}
      </Td>
      <Td numeric label="Answers">
        {orBeingCounted(work.labels)}
      </Td>
      <Td numeric label="Minutes a task">
        {minutesText(work)}
      </Td>
      {work.waiting === null ? null : (
        <Td numeric label="Wait for partners">
          {work.waiting}
        </Td>
      )}
    </>
  )
}
