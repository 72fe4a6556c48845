'use client'
import { useState } from 'react'
import { countOf, formatCount, formatShare } from '@/components/quality/agreement/figure-format'
import { minutesText } from '@/components/quality/progress/format-time'
import { Callout } from '@/components/ui/callout'
import { ChartLine } from '@/components/ui/chart-line'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import type { Course, CourseWeek, StageCourse, Upheld } from '@/lib/quality/people/own-course/contract'
import { isMarked } from '@/lib/stats/interval-limits'
import { counted } from '@/lib/text/counted'
import { weekText } from './drift-grid'

/** How often one's answers stood, and how fast one was, stage by stage and week by week. */
export function OwnCourse({ projectId, course: { awaited, stages } }: { projectId: string; course: Course }) {
  const isComparing = awaited > 0
  const [hasCompared, setHasCompared] = useState(isComparing)
  if (isComparing && !hasCompared) setHasCompared(true)
  return (
    <>
      {/* Begin and end are read out, and not every count between them. */}
      <p role="status" className="sr-only">
        {isComparing ? 'Settled submissions are being compared with the gold.' : hasCompared ? 'All are compared.' : ''}
      </p>
      {isComparing ? (
        <Callout>
          {counted(awaited, 'settled submission')} {awaited === 1 ? 'is' : 'are'} still being compared with the gold.
        </Callout>
      ) : null}
      {stages.map((course) => (
        <StagePanel key={course.stage} projectId={projectId} course={course} />
      ))}
    </>
  )
}

function StagePanel({ projectId, course: { title, upheld, weeks } }: { projectId: string; course: StageCourse }) {
  const isDrawn = weeks.filter(({ upheld: { share } }) => share !== null).length > 1
  return (
    <Panel
      title={`What stands, and how fast: ${title}`}
      description={<UpheldText upheld={upheld} />}
      actions={<Link href={`/projects/${projectId}/submissions?only=overruled`}>What was overruled</Link>}
    >
      <div className="space-y-5">
        {isDrawn ? (
          <section aria-label={`${title}: answers that stand, by week`} className="space-y-3">
            <h3 className="font-medium text-sm">Percent of your answers that stand, by week</h3>
            <ChartLine
              label={`percent of your answers in ${title} that stand, by week`}
              scale={{ from: 0, to: 1 }}
              format={(tick) => `${Math.round(tick * 100)}%`}
              points={weeks.map(({ week, upheld: { share, interval } }) => ({
                key: week,
                label: weekText(week),
                value: share,
                interval,
              }))}
            />
          </section>
        ) : null}
        <Table stacked caption={`${title}: your work by week`}>
          <thead>
            <tr>
              <Th>Week from</Th>
              <Th numeric>Times submitted</Th>
              <Th numeric>Of them settled</Th>
              <Th>Upheld</Th>
              <Th>Active time a task</Th>
            </tr>
          </thead>
          <tbody>
            <Tr className="bg-sunken font-medium">
              <Th scope="row">All weeks</Th>
              <Counts submitted={weeks.reduce((sum, { submitted }) => sum + submitted, 0)} upheld={upheld} />
              <Td className="max-sm:hidden" />
            </Tr>
            {weeks.toReversed().map((week) => (
              <WeekRow key={week.week} {...week} />
            ))}
          </tbody>
        </Table>
      </div>
    </Panel>
  )
}

function UpheldText({ upheld: { stood, answers, submissions, share, interval } }: { upheld: Upheld }) {
  if (answers === 0) return 'Nothing of yours is settled here yet: it is counted once it is gold.'
  const counts = `${formatCount(stood)} of ${countOf(answers, 'answer')} in ${countOf(submissions, 'settled submission')} stand`
  return (
    <>
      {counts}
      {share === null ? '' : `: ${formatShare(share)}`}
      {interval ? ` (${formatShare(interval.low)} to ${formatShare(interval.high)})` : ''}.
      {interval ? <Few submissions={submissions} /> : null}
    </>
  )
}

/** Marks an interval of few submissions, which holds less than it promises. */
function Few({ submissions }: { submissions: number }) {
  if (!isMarked(submissions)) return null
  return <span className="block text-muted text-xs">† few: only {countOf(submissions, 'submission')}</span>
}

const Counts = ({ submitted, upheld }: Pick<CourseWeek, 'submitted' | 'upheld'>) => (
  <>
    <Td numeric label="Times submitted">
      {formatCount(submitted)}
    </Td>
    <Td numeric label="Of them settled">
      {formatCount(upheld.submissions)}
    </Td>
    <Td label="Upheld">
      <Share upheld={upheld} />
    </Td>
  </>
)

function WeekRow({ week, submitted, minutes, upheld }: CourseWeek) {
  return (
    <Tr>
      <Th scope="row">{weekText(week)}</Th>
      <Counts submitted={submitted} upheld={upheld} />
      <Td label="Active time a task">
        {minutes ? (
          <span className="tabular-nums">
            <span className="font-medium">{minutesText(minutes.median)}</span>
            <span className="block whitespace-nowrap text-muted text-xs">
              {minutesText(minutes.low)} to {minutesText(minutes.high)}
            </span>
          </span>
        ) : (
          <span className="text-muted">too few tasks</span>
        )}
      </Td>
    </Tr>
  )
}

function Share({ upheld: { stood, answers, submissions, share, interval } }: { upheld: Upheld }) {
  if (answers === 0) return <span className="text-muted">not settled yet</span>
  const counts = `${formatCount(stood)} of ${formatCount(answers)}`
  if (share === null) return <span className="tabular-nums">{counts}</span>
  return (
    <span className="tabular-nums">
      <span className="font-medium">{formatShare(share)}</span> ({counts})
      {interval ? (
        <span className="block whitespace-nowrap text-muted text-xs">
          {formatShare(interval.low)} to {formatShare(interval.high)}
        </span>
      ) : null}
      {interval ? <Few submissions={submissions} /> : null}
    </span>
  )
}
