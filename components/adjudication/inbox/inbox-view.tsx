'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { WaitingList } from '@/components/adjudication/waiting-list'
import { ShortcutSheet } from '@/components/shell/shortcut-sheet'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { ArrowRight, Play } from '@/components/ui/icons'
import { ButtonLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Time } from '@/components/ui/time'
import { useKeymap } from '@/components/ui/use-keymap'
import type { Decision, Inbox, NextOf, OwnTask } from '@/lib/adjudication/inbox/contract'
import { inboxQuery } from '@/lib/adjudication/inbox/hooks'
import { benchOf, firstPlace, placeOf } from '@/lib/adjudication/inbox/rules'
import { NO_TASK_TEXT } from '@/lib/annotation/assignments/contract'
import { useNextTaskIn } from '@/lib/annotation/assignments/hooks'
import { counted } from '@/lib/text/counted'
import { INBOX_BINDINGS, INBOX_KEYS } from './keys'
import { decisionWords, minutesWords, SINCE_TEXT, STANDING_TEXT } from './words'

interface InboxViewProps {
  initialData: Inbox
  practice: Offers
}

/** By project: how many items there are to practise with before the first tasks, and whether they come before any; missing where none are offered. */
type Offers = Readonly<Record<string, { items: number; isFirst: boolean }>>

/** What waits for the reader in all of their projects, and the one button that takes what comes first. */
export function InboxView({ initialData, practice }: InboxViewProps) {
  const { data } = useQuery({ ...inboxQuery, initialData })
  const { decisions, work, next } = data
  const router = useRouter()
  const take = useTake()
  // Where practice comes first there is no task to be given before it.
  const isFirst = ({ projectId }: NextOf) => practice[projectId]?.isFirst === true
  const [closed, open] = [next.filter(isFirst), next.filter((each) => !isFirst(each))]
  const practised = open.length === 0 ? closed[0] : undefined
  const place = firstPlace(data) ?? (practised ? practiceOf(practised) : null)
  const takeFirst = place
    ? () => router.push(place)
    : next.length > 0
      ? () => take.in([...open, ...closed].map(({ projectId }) => projectId))
      : undefined
  useKeymap(INBOX_BINDINGS, { start: takeFirst })
  return (
    <>
      <PageHeader
        title="Inbox"
        description="What waits for you in all of your projects."
        actions={
          <>
            {takeFirst ? (
              <Button
                variant="primary"
                onClick={takeFirst}
                loading={take.isBusy}
                shortcut={INBOX_KEYS.start}
                icon={<ArrowRight aria-hidden className="size-4 rtl:rotate-180" />}
              >
                {firstPlace(data) ? 'Take the first' : practised ? 'Practise' : 'Next task'}
              </Button>
            ) : null}
            <ButtonLink href="/projects">Projects</ButtonLink>
            <ShortcutSheet bindings={INBOX_BINDINGS} />
          </>
        }
      />
      <div className="space-y-8">
        {take.problem ? <Callout tone="danger">{take.problem}</Callout> : null}
        {take.nothing ? <Callout live>{take.nothing}</Callout> : null}
        {data.member ? (
          <WaitingList
            title="Waits for your decision"
            {...decisions}
            line={(decision) => <DecisionLine decision={decision} />}
            keyOf={(decision) =>
              `${decision.kind} ${decision.kind === 'inquiries' ? decision.projectId : decision.taskId}`
            }
            emptyTitle="All decided"
            empty="Nothing waits for you. What others ask of you appears here, and is counted in the bar above."
          />
        ) : (
          <EmptyState title="You are in no project yet">
            What waits for you is listed here once a manager has added you to a project.
          </EmptyState>
        )}
        {work.list.length > 0 ? (
          <WaitingList
            title="Your tasks in hand"
            {...work}
            line={(task) => <TaskLine task={task} />}
            keyOf={({ taskId }) => taskId}
          />
        ) : null}
        {next.length > 0 ? (
          <WaitingList
            title="Next task"
            total={next.length}
            list={next}
            line={(each) => <NextLine next={each} take={take} practice={practice[each.projectId]} />}
            keyOf={({ projectId }) => projectId}
          />
        ) : null}
      </div>
    </>
  )
}

/** Takes the next task of one of these projects and opens it. */
function useTake() {
  const next = useNextTaskIn()
  const router = useRouter()
  const requestedProjectIds = next.variables ?? []
  const reason = next.data && next.data.next.taskId === null ? next.data.next.reason : null
  return {
    in: (projectIds: readonly string[]) =>
      next.mutate(projectIds, {
        onSuccess: (takeResult) => {
          const taskId = takeResult?.next.taskId
          if (takeResult && taskId) router.push(benchOf({ projectId: takeResult.projectId, taskId }))
        },
      }),
    isBusy: next.isPending || Boolean(next.data?.next.taskId),
    isOf: (projectId: string) => requestedProjectIds.length === 1 && requestedProjectIds[0] === projectId,
    problem: next.error?.message ?? null,
    nothing:
      reason === null
        ? null
        : requestedProjectIds.length > 1
          ? `None of your projects has a task for you right now.${reason === 'practice_first' ? ' In some of them practice comes first.' : ''}`
          : NO_TASK_TEXT[reason],
  }
}

type LineProps = {
  href: string
  title: ReactNode
  /** Where it is, e.g. the project and the stage. */
  place: ReactNode
  badge: ReactNode
  time: ReactNode
  children?: ReactNode
}

function Line({ href, title, place, badge, time, children }: LineProps) {
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-64">
          <Link href={href} dir="auto" className="wrap-anywhere line-clamp-2 text-start">
            {title}
          </Link>
          <p className="wrap-anywhere mt-0.5 text-muted text-xs">{place}</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {badge}
          <span className="text-muted text-xs sm:w-44 sm:text-end">{time}</span>
        </div>
      </div>
      {children}
    </>
  )
}

function DecisionLine({ decision }: { decision: Decision }) {
  const { text, tone } = decisionWords(decision)
  const isInquiries = decision.kind === 'inquiries'
  const comment = isInquiries ? null : decision.comment
  return (
    <Line
      href={placeOf(decision)}
      title={isInquiries ? 'Questions of annotators' : decision.title}
      place={<Place of={decision} />}
      badge={<Badge tone={tone}>{text}</Badge>}
      time={<Time value={decision.since} format="relative" />}
    >
      {comment ? (
        <p className="wrap-anywhere mt-1.5 line-clamp-3 whitespace-pre-wrap border-control border-s-2 ps-3" dir="auto">
          {comment}
        </p>
      ) : null}
    </Line>
  )
}

function TaskLine({ task }: { task: OwnTask }) {
  return (
    <Line
      href={benchOf(task)}
      title={task.title}
      place={<Place of={task} />}
      badge={<Badge tone={task.standing === 'begun' ? 'accent' : 'neutral'}>{STANDING_TEXT[task.standing]}</Badge>}
      time={
        <>
          {SINCE_TEXT[task.standing]} <Time value={task.since} format="relative" />
        </>
      }
    />
  )
}

type PlaceProps = { of: { projectName: string } | { projectName: string; position: number; stageTitle: string } }

const Place = ({ of }: PlaceProps) => (
  <>
    <bdi>{of.projectName}</bdi>
    {'position' in of ? (
      <>
        {` · item ${of.position.toLocaleString('en')} · `}
        <bdi>{of.stageTitle}</bdi>
      </>
    ) : null}
  </>
)

const practiceOf = ({ projectId }: NextOf) => `/projects/${projectId}/practice`

type NextLineProps = { next: NextOf; take: ReturnType<typeof useTake>; practice: Offers[string] | undefined }

function NextLine({ next, take, practice }: NextLineProps) {
  const minutes = minutesWords(next)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-64">
        <Link href={`/projects/${next.projectId}`} dir="auto" className="wrap-anywhere line-clamp-2 text-start">
          {next.projectName}
        </Link>
        <p className="mt-0.5 text-muted text-xs">
          {next.protocolTitle}
          {minutes ? ` · ${minutes}` : null}
          {' · '}
          <Link href={`/projects/${next.projectId}/submissions`} aria-label={`My submissions in ${next.projectName}`}>
            My submissions
          </Link>
          {' · '}
          <Link href={`/projects/${next.projectId}/people/me`} aria-label={`My figures in ${next.projectName}`}>
            My figures
          </Link>
          {practice && practice.items > 0 ? (
            <>
              {' · '}
              <Link href={practiceOf(next)}>
                Practice: {counted(practice.items, 'item')}
                <span className="sr-only"> in {next.projectName}</span>
              </Link>
            </>
          ) : null}
        </p>
      </div>
      {practice?.isFirst ? (
        <ButtonLink size="sm" href={practiceOf(next)} aria-label={`Practise for ${next.projectName}`}>
          Practise
        </ButtonLink>
      ) : (
        <Button
          size="sm"
          aria-label={`Next task of ${next.projectName}`}
          loading={take.isBusy && take.isOf(next.projectId)}
          onClick={() => take.in([next.projectId])}
          icon={<Play aria-hidden className="size-4 rtl:rotate-180" />}
        >
          Next task
        </Button>
      )}
    </div>
  )
}
