'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { BenchContext, useBench } from '@/components/annotation/workbench/bench-context'
import { BESIDE_GUIDELINES, BenchGuidelines } from '@/components/annotation/workbench/bench-guidelines'
import { BENCH_KEYS } from '@/components/annotation/workbench/keys'
import { ResponsePane } from '@/components/annotation/workbench/response-pane'
import type { OutsideQuery } from '@/components/annotation/workbench/searching'
import type { StageView, ViewHost } from '@/components/annotation/workbench/stage-view'
import { TourCard } from '@/components/annotation/workbench/tour/tour-card'
import { capitalised, unitName } from '@/components/annotation/workbench/unit-name'
import { UnitPanel } from '@/components/annotation/workbench/unit-panel'
import { ConflictCallout } from '@/components/annotation/workbench/unsaved-callouts'
import { useBenchKeys, useBenchState } from '@/components/annotation/workbench/use-bench'
import { WaitingCallout } from '@/components/annotation/workbench/waiting-notice'
import { WorkbenchBar } from '@/components/annotation/workbench/workbench-bar'
import { ShortcutSheet } from '@/components/shell/shortcut-sheet'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { ButtonLink, Link } from '@/components/ui/link'
import { SkeletonText } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import type { Workbench } from '@/lib/annotation/annotations/contract'
import { useLocalWorkbench } from '@/lib/annotation/annotations/use-workbench'
import { ApiError } from '@/lib/platform/client/api-error'
import { findings } from '@/lib/protocols/completeness'
import type { Answers, Finding, ProtocolWork } from '@/lib/protocols/protocol'
import { stageByKey } from '@/lib/protocols/stage-by-key'
import type { PracticeFeedback, PracticeTaskView } from '@/lib/quality/practice/contract'
import { practiceResultQuery, useSubmitPractice } from '@/lib/quality/practice/hooks'
import { readableAnswers } from '@/lib/quality/practice/rules'
import type { FirstTasks } from '@/lib/workspace/users/first-tasks/contract'
import { type Tour, useDefinitions, useTour } from '@/lib/workspace/users/first-tasks/hooks'
import { FeedbackPanel } from './feedback-panel'
import { itemHref, practiceHref, resultHref } from './practice-href'
import { useKeptAnswers } from './use-kept-answers'

interface PracticeBenchProps {
  task: PracticeTaskView
  /** The last attempt, where the address asks for it and there is one to read. */
  result: PracticeFeedback | null
  Host: ViewHost
  /** What helps in the first tasks. */
  firstTasks: FirstTasks
}

/** An item to practise with, on the workbench and by its keys: answered first, then beside what was expected. */
export function PracticeBench({ task, result, Host, firstTasks }: PracticeBenchProps) {
  const tour = useTour(task.userId, firstTasks.tour)
  // The address says whether the result is read, so that it is there again after a reload, and on the way back.
  const isResult = useSearchParams().get('show') === 'result'
  const query = practiceResultQuery({ projectId: task.project.id, stage: task.stage, key: task.key })
  const last = useQuery({ ...query, enabled: isResult, initialData: result ?? undefined })
  const client = useQueryClient()
  const { mutate: read, error: unreadOther } = useMutation({
    mutationFn: () => client.fetchQuery({ ...query, staleTime: 0 }),
  })
  // Like the callbacks of every `mutate`, these come only while the page is open.
  const readNewest = () => read(undefined, { onSettled: () => showResult(true) })
  const shownFeedback = isResult ? (last.data ?? null) : null
  const { begun, changes, keep, unlessChanged } = useKeptAnswers(task, shownFeedback === null, readNewest)
  const answered = last.data?.stage.items.find(({ key }) => key === task.key)
  if (isResult && last.isPending) return <SkeletonText lines={6} label="Loading your answers" />
  return (
    <Host protocolId={task.protocolId} stageKey={task.stage}>
      {(view, protocol) => (
        // What was answered is read like a task that was submitted; after it the item begins without answers.
        <Desk
          key={`${task.key} ${shownFeedback ? `read ${shownFeedback.at}` : `${begun ? 'go on' : 'answer'} ${changes}`}`}
          task={task}
          view={view}
          protocol={protocol}
          made={shownFeedback}
          attempts={Math.max(task.attempts, answered?.attempts ?? 0)}
          latest={answered?.latest ?? task.latest}
          unread={isResult ? last.error : null}
          begun={begun}
          onKeep={keep}
          unlessChanged={unlessChanged}
          other={{
            error: unreadOther,
            take: () =>
              read(undefined, {
                onSuccess: () => {
                  keep(null)
                  showResult(true)
                },
              }),
          }}
          firstTasks={firstTasks}
          tour={tour}
        />
      )}
    </Host>
  )
}

/** Puts the result, or the item to be answered, into the address without asking the server. */
function showResult(isShown: boolean): void {
  const address = new URL(window.location.href)
  if (isShown) address.searchParams.set('show', 'result')
  else address.searchParams.delete('show')
  window.history.replaceState(null, '', address)
}

interface DeskProps {
  task: PracticeTaskView
  view: StageView
  protocol: ProtocolWork
  made: PracticeFeedback | null
  /** How often it was answered, and the last time. */
  attempts: number
  latest: PracticeTaskView['latest']
  /** Why the result that was asked for cannot be read. */
  unread: Error | null
  /** What was answered here before the page was left; null where the item is begun anew. */
  begun: Answers | null
  /** Keeps unfinished answers in this browser; with null it forgets them. */
  onKeep(answers: Answers | null): void
  /** What forgets them later, unless others are kept by then. */
  unlessChanged(): () => void
  /** Shows what the server has in the place of what is answered here, which is forgotten once that is there. */
  other: { take(): void; error: Error | null }
  firstTasks: FirstTasks
  tour: Tour
}

function Desk({ task, view, protocol, made, begun, onKeep, other, firstTasks, tour, ...props }: DeskProps) {
  const definitions = useDefinitions(
    { userId: task.userId, projectId: task.project.id, stageKey: task.stage },
    firstTasks,
  )
  const router = useRouter()
  const initial = useMemo(
    () =>
      made
        ? workbenchOf(task, made.answers, 'reading')
        : workbenchOf(
            task,
            begun ? readableAnswers(stageByKey(protocol, task.stage), task.item, begun) : {},
            'editing',
          ),
    [task, protocol, made, begun],
  )
  const { bench, status, ...state } = useBenchState(
    initial,
    protocol,
    {
      initialEngine: null,
      outsideQuery: noQuery,
      takesFocus: made === null,
      canSearch: false,
      ...(made ? {} : { definitions }),
    },
    useLocalWorkbench,
  )
  useChanged(bench.answers, (answers) => {
    onKeep(answers)
    attempt.callOff()
  })
  const submitButton = useRef<HTMLButtonElement>(null)
  const [shortcuts, setShortcuts] = useState(false)
  const [guidelines, setGuidelines] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const [hasTried, setHasTried] = useState(false)
  const attempt = useSubmitPractice(
    { userId: task.userId, projectId: task.project.id, stage: task.stage, key: task.key },
    () => showResult(true),
  )
  const missing = hasTried && !made ? findings(bench.stage, bench.subject, bench.answers) : []
  const overview = practiceHref(task.project.id)
  const next = task.next === null ? overview : itemHref(task.project.id, task.stage, task.next)
  const submit = () => {
    if (made) return router.push(made.stage.state === 'todo' ? next : overview)
    setHasTried(true)
    const [first] = findings(bench.stage, bench.subject, bench.answers)
    if (first) return bench.go({ unit: first.unit, question: null })
    if (attempt.isPending) return
    tour.end()
    attempt.submit({ answers: bench.answers, attempt: props.attempts + 1, onTaken: props.unlessChanged() })
  }
  const toggleGuidelines = () => setGuidelines((now) => (now === 'open' ? 'closed' : 'open'))
  const { ReadingPane = ResponsePane, Panel } = view
  const { bindings, first } = useBenchKeys(
    bench,
    view,
    {
      undo: state.undo,
      redo: state.redo,
      definitions: state.toggleDefinitions,
      guidelines: toggleGuidelines,
      submit,
      notes: nothing,
      skip: nothing,
      ask: nothing,
      nothingToAdd: nothing,
    },
    state.offerUndo,
  )
  return (
    <BenchContext value={bench}>
      {made || tour.step === null ? null : <TourCard tour={tour} step={tour.step} practice />}
      <WorkbenchBar
        practice={{ href: overview, name: 'Practice' }}
        status={status}
        canUndo={state.canUndo}
        canRedo={state.canRedo}
        onUndo={state.undo}
        onRedo={state.redo}
        onDefinitions={state.toggleDefinitions}
        onGuidelines={toggleGuidelines}
        onShortcuts={() => setShortcuts(true)}
      >
        <Button
          ref={submitButton}
          variant="primary"
          className="ms-1"
          shortcut={BENCH_KEYS.submit}
          data-tour="submit"
          loading={attempt.isPending}
          onClick={submit}
        >
          {made ? goOnWords(made) : 'Submit'}
        </Button>
      </WorkbenchBar>
      <div className={guidelines === 'open' ? BESIDE_GUIDELINES : undefined}>
        <div className="space-y-2 px-4 pt-4 empty:hidden sm:px-6">
          <Sending
            attempt={attempt}
            other={other}
            onMine={() => attempt.submit({ answers: bench.answers, attempt: null, onTaken: props.unlessChanged() })}
            onEnd={() => submitButton.current?.focus()}
          />
          {props.unread ? <Callout tone="warning">{props.unread.message}</Callout> : null}
          {made || !props.latest ? null : <AnsweredBefore task={task} latest={props.latest} />}
          {missing.length > 0 ? <Missing missing={missing} /> : null}
        </div>
        {/* Before it is answered it is kept in this browser alone, so nothing may be said to be saved. */}
        <div
          data-tour="bench"
          className="grid gap-x-8 gap-y-4 px-4 py-5 sm:px-6 lg:grid-cols-[minmax(0,40rem)_minmax(24rem,32rem)] lg:justify-between 2xl:grid-cols-[minmax(0,44rem)_minmax(32rem,60rem)] [&_[data-save-state]]:hidden"
        >
          <ReadingPane />
          {made ? (
            <FeedbackPanel
              feedback={made}
              place={task.place}
              of={task.of}
              asked={task.required}
              onAgain={() => showResult(false)}
            />
          ) : Panel ? (
            <Panel status={status} />
          ) : (
            <UnitPanel view={view} status={status} />
          )}
        </div>
      </div>
      {guidelines === 'unopened' ? null : (
        <BenchGuidelines
          open={guidelines === 'open'}
          onOpenChange={(open) => setGuidelines(open ? 'open' : 'closed')}
        />
      )}
      <ShortcutSheet
        bindings={bindings.filter(({ id }) => !OF_TASKS.has(id))}
        first={first}
        open={shortcuts}
        onOpenChange={setShortcuts}
        onTour={made ? undefined : tour.start}
      />
    </BenchContext>
  )
}

interface SendingProps {
  attempt: ReturnType<typeof useSubmitPractice>
  other: DeskProps['other']
  /** Ends a conflict with what is answered here. */
  onMine(): void
  /** What was pressed goes: the focus has to be elsewhere. */
  onEnd(): void
}

/** What became of a submission that did not go through. */
function Sending({ attempt, other, onMine, onEnd }: SendingProps) {
  const { isWaiting, error, callOff } = attempt
  const path = usePathname()
  if (isWaiting)
    return (
      <WaitingCallout
        place="page"
        actions={
          <Button
            size="sm"
            onClick={() => {
              callOff()
              onEnd()
            }}
          >
            Do not submit
          </Button>
        }
      />
    )
  if (!error) return null
  if (error instanceof ApiError && error.code === 'conflict')
    return (
      <ConflictCallout
        name="This item"
        onEnd={(choice) => {
          if (choice === 'theirs') return other.take()
          onMine()
          onEnd()
        }}
      >
        <p>The server already has other answers of yours. The answers that are submitted last count.</p>
        {other.error ? <p>They could not be read: {other.error.message} What you answered here is kept.</p> : null}
      </ConflictCallout>
    )
  if (error instanceof ApiError && error.status === 401)
    return (
      <Callout
        tone="warning"
        live
        title="Not submitted: you are signed out"
        actions={<ButtonLink href={`/sign-in?callbackUrl=${encodeURIComponent(path)}`}>Sign in</ButtonLink>}
      >
        Your answers are kept on this device. Sign in and submit them again.
      </Callout>
    )
  return (
    <Callout tone="danger">
      {error instanceof ApiError ? error.message : 'The answer of the server could not be read. Load the page again.'}
    </Callout>
  )
}

type AnsweredBeforeProps = { task: PracticeTaskView; latest: NonNullable<DeskProps['latest']> }

function AnsweredBefore({ task, latest }: AnsweredBeforeProps) {
  return (
    <Callout>
      You answered this item <Time value={latest.at} format="relative" />: {latest.asExpected} of {latest.judged} as
      expected.{' '}
      {latest.readable ? (
        <Link href={resultHref(task.project.id, task.stage, task.key)}>Read the result</Link>
      ) : (
        'It has changed since.'
      )}
    </Callout>
  )
}

const goOnWords = ({ stage }: PracticeFeedback) => (stage.state === 'todo' ? 'Next item' : 'To the overview')

const nothing = () => undefined
/** Keys that need a task: they do nothing here. */
const OF_TASKS: ReadonlySet<string> = new Set(['search', 'searchOutside', 'notes', 'skip', 'ask', 'goOn', 'takeBack'])
const noQuery: OutsideQuery = (_, unit) => ({ unit, query: '' })

const MOST_SHOWN = 5

function Missing({ missing }: { missing: readonly Finding[] }) {
  const { stage, subject } = useBench()
  const nameOf = (key: string) => {
    const unit = subject.units.find((each) => each.key === key)
    return unit ? `${capitalised(unitName(stage, subject, unit))}: ` : ''
  }
  const more = missing.length - MOST_SHOWN
  return (
    <Callout live title={missing.length === 1 ? 'One thing is missing' : `${missing.length} things are missing`}>
      <ul className="list-disc ps-4">
        {missing.slice(0, MOST_SHOWN).map(({ unit, question, message }) => (
          <li key={`${unit} ${question} ${message}`}>
            {nameOf(unit)}
            {message}
          </li>
        ))}
        {more > 0 ? <li>and {more} more</li> : null}
      </ul>
    </Callout>
  )
}

/** Calls back with answers that are not those of the first drawing. */
function useChanged(answers: Answers, onChange: (answers: Answers) => void): void {
  const [first] = useState(answers)
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    if (answers !== first) tell(answers)
  }, [answers, first])
}

/** The item as the workbench knows a task. Answers that were given are read, not changed. */
function workbenchOf(task: PracticeTaskView, answers: Answers, mode: 'editing' | 'reading'): Workbench {
  const epoch = new Date(0).toISOString()
  return {
    userId: task.userId,
    annotationId: crypto.randomUUID(),
    taskId: crypto.randomUUID(),
    projectId: task.project.id,
    projectName: task.project.name,
    protocolId: task.protocolId,
    stageKey: task.stage,
    round: 1,
    mode,
    submittedAt: null,
    units: task.units,
    ...(task.shown ? { shown: task.shown } : {}),
    answers: Object.entries(answers).flatMap(([unit, values]) =>
      Object.entries(values).map(([question, value]) => ({
        unit,
        question,
        value,
        revision: 1,
        savedAt: epoch,
        // No log knows of them that could be undone step by step.
        origin: 'carried' as const,
      })),
    ),
    suggestions: [],
    sentBack: null,
    guidelineVersion: null,
    expiresAt: null,
    item: task.item,
    abilities: { annotate: mode === 'editing' },
  }
}
