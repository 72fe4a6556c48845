'use client'

import { useQuery } from '@tanstack/react-query'
import { MeasuresTable } from '@/components/quality/calibration/measures-table'
import { PeopleTable } from '@/components/quality/calibration/people-table'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import type { MeasureHeading, People, Person } from '@/lib/quality/people/contract'
import { ownFiguresQuery, peopleQuery } from '@/lib/quality/people/hooks'
import { MeasurePanel } from './measure-panel'
import { PeopleNote } from './people-note'
import { figuresUnder } from './ranking-table'
import { WorkCells, WorkHeadings } from './volume-table'

interface PersonViewProps {
  projectId: string
  /** Whom a manager looks at; null: the reader themselves, with what they may know of themselves. */
  userId: string | null
  initialData: People
}

/** Everything about one person: as a manager sees it, or as they see themselves. */
export function PersonView({ projectId, userId, initialData }: PersonViewProps) {
  const own = useQuery({ ...ownFiguresQuery(projectId), enabled: userId === null })
  const all = useQuery({ ...peopleQuery(projectId), enabled: userId !== null })
  const data = (userId === null ? own.data : all.data) ?? initialData
  const person = data.people.find((each) => userId === null || each.userId === userId)
  if (!person) return <EmptyState title="Nobody to show">This person has not annotated in the project.</EmptyState>
  const measured = data.measures.flatMap((head) => {
    const figures = figuresUnder(person, head)
    return figures ? [{ head, figures }] : []
  })
  return (
    <>
      <PageHeader
        title={userId === null ? 'Your figures' : person.name}
        description={
          userId === null
            ? 'From tasks that all their annotators have submitted. Your partners are counted together.'
            : undefined
        }
        actions={userId === null ? undefined : <Link href={`/projects/${projectId}/people`}>All people</Link>}
      />
      <div className="space-y-8">
        <WorkTable person={person} />
        {measured.length === 0 ? (
          <EmptyState title="Nothing to compare yet">
            Agreement appears once a task is submitted by all its annotators, or is gold.
          </EmptyState>
        ) : (
          measured.map(({ head, figures }) => (
            <MeasurePanel
              key={headKey(head)}
              head={head}
              figures={figures}
              name={userId === null ? 'you' : person.name}
              pending={data.intervals === 'pending'}
            />
          ))
        )}
        {person.calibration ? (
          <Panel title="Calibration and self-consistency" description="Served blind; the person does not see these.">
            <div className="space-y-4">
              <PeopleTable projectId={projectId} people={[person.calibration]} disabled />
              <MeasuresTable people={[person.calibration]} of="gate" caption="Agreement with gold by measure" />
              <MeasuresTable people={[person.calibration]} of="repeats" caption="Self-consistency by measure" />
            </div>
          </Panel>
        ) : null}
        <div className="grid gap-6 md:grid-cols-2">
          <ReasonsTable title="Reasons for skipping" rows={person.skips} />
          <ReasonsTable title="Reasons for discarding" rows={person.discards} />
        </div>
        <PeopleNote people={data} />
      </div>
    </>
  )
}

const headKey = ({ stage, measure }: MeasureHeading) => `${stage}/${measure}`

function WorkTable({ person }: { person: Person }) {
  if (person.work.length === 0)
    return <EmptyState title="Nothing to count yet">No task has been submitted by all its annotators.</EmptyState>
  return (
    <Table caption="Volume and time by stage" showCaption>
      <thead>
        <tr>
          <WorkHeadings waiting={person.work.some(({ waiting }) => waiting !== null)} />
        </tr>
      </thead>
      <tbody>
        {person.work.map((work) => (
          <Tr key={work.stage}>
            <WorkCells work={work} />
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

function ReasonsTable({ title, rows }: { title: string; rows: Person['skips'] }) {
  if (rows.length === 0) return null
  return (
    <Table caption={title} showCaption>
      <thead>
        <tr>
          <Th>Reason</Th>
          <Th numeric>Times</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ reason, count }) => (
          <Tr key={reason}>
            <Td className="break-words" dir="auto">
              {reason}
            </Td>
            <Td numeric>{count}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
