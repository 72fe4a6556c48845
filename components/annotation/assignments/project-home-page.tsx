'use client'
import { useRouter } from 'next/navigation'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Play } from '@/components/ui/icons'
import { ButtonLink, Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Time } from '@/components/ui/time'
import { type BeforeWork, type HomeWorkProps, ProjectHome } from '@/components/workspace/projects/project-home'
import { NO_TASK_TEXT } from '@/lib/annotation/assignments/contract'
import { useNextTask } from '@/lib/annotation/assignments/hooks'
import type { ProjectHome as Home, HomeDiscussion, HomeTask, ProjectView } from '@/lib/workspace/projects/contract'

/** “22 submitted, all in the last 24 hours”. */
function submittedWords({ submitted, submittedLastDay: late }: HomeWorkProps['work']): string {
  if (submitted === 0) return 'Nothing submitted yet'
  const part = late === 0 ? 'none of them' : late === submitted ? 'all' : `${late} of them`
  return `${submitted} submitted, ${part} in the last 24 hours`
}

/** An annotator's own work: what came back, what is begun, what is assigned, and the next task. */
function HomeWork({ project, work, isSecond }: HomeWorkProps) {
  const next = useNextTask(project.id)
  const router = useRouter()
  const go = () =>
    next.mutate(undefined, {
      onSuccess: ({ taskId }) => {
        if (taskId) router.push(`/projects/${project.id}/tasks/${taskId}/annotate`)
      },
    })
  const reason = next.data?.taskId === null ? next.data.reason : null
  // A manager who does not annotate has other things to do first.
  const annotates = project.role !== 'manager' || work.submitted > 0 || listed(work) > 0
  return (
    <Panel
      title="Your annotation"
      description={submittedWords(work)}
      actions={
        project.abilities.takeTasks && work.hasItems ? (
          <Button
            variant={annotates && !isSecond ? 'primary' : 'secondary'}
            size={annotates ? 'lg' : 'md'}
            onClick={go}
            loading={next.isPending || Boolean(next.data?.taskId)}
            icon={<Play aria-hidden className="size-4" />}
          >
            Next task
          </Button>
        ) : undefined
      }
    >
      <div className="space-y-5">
        {reason ? (
          <Callout
            live
            actions={
              reason === 'practice_first' ? (
                <ButtonLink size="sm" href={`/projects/${project.id}/practice`}>
                  Go to practice
                </ButtonLink>
              ) : undefined
            }
          >
            {NO_TASK_TEXT[reason]}
          </Callout>
        ) : null}
        {next.error ? <Callout tone="danger">{next.error.message}</Callout> : null}
        <TaskList title="Answered by a manager" projectId={project.id} tasks={work.answered} />
        <TaskList title="Sent back to you" projectId={project.id} tasks={work.sentBack} />
        <DiscussionList projectId={project.id} tasks={work.discuss} />
        <TaskList title="In progress" projectId={project.id} tasks={work.drafts} />
        <TaskList title="Assigned to you" projectId={project.id} tasks={work.assigned} />
        <TaskList title="Waiting for a manager’s answer" projectId={project.id} tasks={work.setAside} />
        {listed(work) === 0 && !reason ? (
          <p className="text-muted text-sm">{nothingListedWords(project, work)}</p>
        ) : null}
      </div>
    </Panel>
  )
}

function nothingListedWords({ abilities }: ProjectView, { hasItems }: HomeWorkProps['work']): string {
  if (!hasItems) return 'This project has no items yet. Tasks to annotate come with its first import.'
  return abilities.takeTasks
    ? 'You have no open tasks. “Next task” gives you one while there is any left.'
    : 'You have no open tasks.'
}

const listed = ({ answered, setAside, sentBack, discuss, drafts, assigned }: HomeWorkProps['work']) =>
  [answered, setAside, sentBack, discuss, drafts, assigned].reduce((sum, list) => sum + list.length, 0)

type TaskListProps = { title: string; projectId: string; tasks: readonly HomeTask[] }

function TaskList({ title, projectId, tasks }: TaskListProps) {
  if (tasks.length === 0) return null
  return (
    <section>
      <h3 className="mb-1.5 font-medium text-sm">
        {title} <span className="font-normal text-muted">({tasks.length})</span>
      </h3>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {tasks.map((task) => (
          <li key={task.taskId} className="px-3 py-2 text-sm">
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
              <span className="text-muted tabular-nums">{task.position}</span>
              <Link
                href={`/projects/${projectId}/tasks/${task.taskId}/annotate`}
                className="min-w-0 flex-1 basis-48 break-words"
                dir="auto"
              >
                {task.title}
              </Link>
              {task.stale ? <Badge tone="stale">Stale</Badge> : null}
              <span className="text-muted text-xs max-sm:basis-full sm:ms-auto">
                <Standing task={task} />
              </span>
            </div>
            <Said label={null}>{task.comment}</Said>
            <Said label="You asked:">{task.inquiry?.question}</Said>
            <Said label="Answer:">{task.inquiry?.answer}</Said>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What somebody wrote about a task; nothing where nobody did. */
function Said({ label, children }: { label: string | null; children?: string | null }) {
  if (!children) return null
  return (
    <div className="mt-1 border-control border-s-2 ps-3">
      {label ? <span className="text-muted text-xs">{label}</span> : null}
      <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
        {children}
      </p>
    </div>
  )
}

/** What the reader settles with their partner. */
function DiscussionList({ projectId, tasks }: { projectId: string; tasks: readonly HomeDiscussion[] }) {
  if (tasks.length === 0) return null
  return (
    <section>
      <h3 className="mb-1.5 font-medium text-sm">
        To discuss <span className="font-normal text-muted">({tasks.length})</span>
      </h3>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {tasks.map((task) => (
          <li key={task.taskId} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-3 py-2 text-sm">
            <span className="text-muted tabular-nums">{task.position}</span>
            <Link
              href={`/projects/${projectId}/tasks/${task.taskId}/consolidate`}
              className="min-w-0 flex-1 basis-48 break-words"
              dir="auto"
            >
              {task.title}
            </Link>
            <span className="text-muted text-xs max-sm:basis-full sm:ms-auto">
              {task.asked > 0
                ? `${task.asked} waiting for your word`
                : task.called
                  ? 'third rater called'
                  : task.stageTitle}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Standing({ task }: { task: HomeTask }) {
  if (task.touchedAt) {
    return (
      <>
        last touched <Time value={task.touchedAt} format="relative" />
      </>
    )
  }
  if (!task.expiresAt) return task.stageTitle
  return (
    <>
      kept for you until <Time value={task.expiresAt} />
    </>
  )
}

/** A project's home with the reader's own tasks. */
export const ProjectHomePage = ({
  project,
  initialData,
  before,
}: {
  project: ProjectView
  initialData: Home
  before?: BeforeWork
}) => <ProjectHome project={project} initialData={initialData} Work={HomeWork} before={before} />
