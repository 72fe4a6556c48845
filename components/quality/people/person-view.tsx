'use client'

import { useQuery } from '@tanstack/react-query'
import { EstimateText } from '@/components/quality/agreement/estimate-text'
import { formatCoefficient, formatShare } from '@/components/quality/agreement/figure-format'
import { IntervalAxis, IntervalScale, scaleOf } from '@/components/quality/agreement/interval-scale'
import { MeasuresTable } from '@/components/quality/calibration/measures-table'
import { PeopleTable } from '@/components/quality/calibration/people-table'
import { OwnHoursPanel } from '@/components/quality/hours/own-hours'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { MIN_UNITS } from '@/lib/quality/agreement/contract'
import type { OwnHours } from '@/lib/quality/hours/contract'
import { ownHoursQuery } from '@/lib/quality/hours/hooks'
import type { MeasureHeading, People, Person, PersonMeasure } from '@/lib/quality/people/contract'
import { ownFiguresQuery, peopleQuery } from '@/lib/quality/people/hooks'
import type { Course } from '@/lib/quality/people/own-course/contract'
import { useOwnCourse } from '@/lib/quality/people/own-course/hooks'
import { COURSE_RULES } from '@/lib/quality/people/own-course/rules'
import { DriftChart, WeeksTable } from './drift-grid'
import { FiguresNote } from './figures-note'
import { OwnCourse } from './own-course'
import { PeopleNote } from './people-note'
import { countText, figuresUnder } from './ranking-table'
import { WorkCells, WorkHeadings } from './volume-table'

interface MeasurePanelProps {
  head: MeasureHeading
  figures: PersonMeasure
  name: string
  pending: boolean
}

/** One person under one measure: agreement, what they give beside what partners give, and drift. */
function MeasurePanel({ head, figures, name, pending }: MeasurePanelProps) {
  const scale = scaleOf([figures.partners.kappa, figures.gold.kappa])
  const sides = [
    { key: 'partners', title: 'Partners', side: figures.partners },
    { key: 'gold', title: 'Gold', side: figures.gold },
  ].filter(({ side }) => side.units > 0)
  return (
    <Panel title={head.title} description={head.stageTitle}>
      <div className="space-y-5">
        <Table stacked caption={`${head.title}: agreement with partners and gold`}>
          <thead>
            <tr>
              <Th>With</Th>
              <Th numeric>Ratings compared</Th>
              <Th numeric>Responses</Th>
              <Th>Percent</Th>
              <Th>Kappa</Th>
              <Th>
                <span className="sr-only">Chart of kappa</span>
                <IntervalAxis scale={scale} />
              </Th>
            </tr>
          </thead>
          <tbody>
            {sides.map(({ key, title, side }) => (
              <Tr key={key}>
                <Th scope="row">{title}</Th>
                <Td numeric label="Ratings compared">
                  {countText(side)}
                </Td>
                <Td numeric label="Responses">
                  {side.responses}
                </Td>
                <Td label="Percent">
                  <EstimateText estimate={side.percent} format={formatShare} pending={pending} />
                </Td>
                <Td label="Kappa">
                  <EstimateText estimate={side.kappa} format={formatCoefficient} pending={pending} />
                </Td>
                {/* Its axis is in the heading, and the numbers stand above. */}
                <Td className="max-sm:hidden">
                  <IntervalScale estimate={side.kappa} scale={scale} pending={pending} />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
        {figures.partners.units > 0 ? <GivenTable head={head} figures={figures} name={name} /> : null}
        {figures.weeks.length > 1 ? (
          <section aria-label={`${head.title}: drift`} className="space-y-3">
            <h3 className="font-medium text-sm">Percent agreement with partners by week</h3>
            <DriftChart name={name} weeks={figures.weeks} />
            <details>
              <summary className="cursor-pointer text-sm">The numbers as a table</summary>
              <div className="mt-2">
                <WeeksTable rows={[{ key: name, name, weeks: figures.weeks }]} />
              </div>
            </details>
          </section>
        ) : null}
      </div>
    </Panel>
  )
}

/** The distribution of values beside that of partners, over the same ratings. */
function GivenTable({ head, figures, name }: Omit<MeasurePanelProps, 'pending'>) {
  const total = figures.partners.units
  const text = (count: number) => (total < MIN_UNITS ? String(count) : `${formatShare(count / total)} (${count})`)
  return (
    <Table stacked caption={`${head.title}: values given, over the same units`}>
      <thead>
        <tr>
          <Th>Value</Th>
          <Th numeric>By {name}</Th>
          <Th numeric>By partners</Th>
        </tr>
      </thead>
      <tbody>
        {figures.given.map(({ value, own, others }) => (
          <Tr key={value}>
            <Th scope="row">{head.categories.find((each) => each.value === value)?.text ?? value}</Th>
            <Td numeric label={`By ${name}`}>
              {text(own)}
            </Td>
            <Td numeric label="By partners">
              {text(others)}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

interface PersonViewProps {
  projectId: string
  /** Whom a manager looks at; null: the reader themselves, with what they may know of themselves. */
  userId: string | null
  initialData: People
  /** Of the reader's own figures: how their work went on, and their hours. */
  own?: { course: Course; hours: OwnHours }
}

/** Everything about one person: as a manager sees it, or as they see themselves. */
export function PersonView({ projectId, userId, initialData, own }: PersonViewProps) {
  const mine = useQuery({ ...ownFiguresQuery(projectId), enabled: userId === null })
  const all = useQuery({ ...peopleQuery(projectId), enabled: userId !== null })
  const data = (userId === null ? mine.data : all.data) ?? initialData
  const person = data.people.find((each) => userId === null || each.userId === userId)
  if (!person) return <EmptyState title="Nobody to show">This person has not annotated in the project.</EmptyState>
  const measured = data.measures.flatMap((head) => {
    const figures = figuresUnder(person, head)
    return figures ? [{ head, figures }] : []
  })
  return (
    <>
      <PageHeader
        title={userId === null ? 'My figures' : person.name}
        description={
          userId === null
            ? 'From tasks that all their annotators have submitted. Your partners are counted together. Managers of the project, and administrators, see counts, times and agreement of everybody under People; what stands week by week only you see.'
            : undefined
        }
        actions={userId === null ? undefined : <Link href={`/projects/${projectId}/people`}>All people</Link>}
      />
      <div className="space-y-8">
        <FiguresNote figures={data.figures} />
        <WorkTable person={person} />
        {own ? <OwnCoursePanels projectId={projectId} initialData={own.course} /> : null}
        {data.figures.state === 'awaited' ? null : measured.length === 0 ? (
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
              pending={data.figures.state === 'current' && data.intervals === 'pending'}
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
        {own ? <OwnHoursOf projectId={projectId} initialData={own.hours} /> : null}
        <PeopleNote people={own ? { ...data, rules: [...data.rules, ...COURSE_RULES] } : data} />
      </div>
    </>
  )
}

function OwnCoursePanels({ projectId, initialData }: { projectId: string; initialData: Course }) {
  return <OwnCourse projectId={projectId} course={useOwnCourse(projectId, initialData)} />
}

function OwnHoursOf({ projectId, initialData }: { projectId: string; initialData: OwnHours }) {
  const { data } = useQuery({ ...ownHoursQuery(), initialData })
  return <OwnHoursPanel projectId={projectId} hours={data} />
}

const headKey = ({ stage, measure }: MeasureHeading) => `${stage}/${measure}`

function WorkTable({ person }: { person: Person }) {
  if (person.work.length === 0)
    return <EmptyState title="Nothing to count yet">No task has been submitted by all its annotators.</EmptyState>
  return (
    <Table stacked caption="Volume and time by stage" showCaption>
      <thead>
        <tr>
          <Th>Stage</Th>
          <WorkHeadings waiting={person.work.some(({ waiting }) => waiting !== null)} />
        </tr>
      </thead>
      <tbody>
        {person.work.map((work) => (
          <Tr key={work.stage}>
            <Th scope="row">{work.title}</Th>
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
