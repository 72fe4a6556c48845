'use client'
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ShortcutSheet } from '@/components/shell/shortcut-sheet'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Kbd } from '@/components/ui/kbd'
import { onDemand } from '@/components/ui/on-demand'
import { Spinner } from '@/components/ui/spinner'
import type { Workbench as WorkbenchData } from '@/lib/annotation/annotations/contract'
import { useHeartbeat } from '@/lib/annotation/annotations/heartbeat/hooks'
import { useReveal } from '@/lib/annotation/annotations/hooks'
import { ESCAPE } from '@/lib/platform/client/fixed-keys'
import { MOST_HELD, type Standing } from '@/lib/platform/client/held-keys'
import { isFocusFree } from '@/lib/platform/client/keyboard-guards'
import { findings } from '@/lib/protocols/completeness'
import { entriesOf } from '@/lib/protocols/made-units'
import type { ProtocolWork, Question, UnitDraft } from '@/lib/protocols/protocol'
import type { FirstTasks } from '@/lib/workspace/users/first-tasks/contract'
import { type Tour, useDefinitions, useTour } from '@/lib/workspace/users/first-tasks/hooks'
import { type Bench, BenchContext, fieldId, useBench } from './bench-context'
import { BESIDE_GUIDELINES, BenchGuidelines } from './bench-guidelines'
import { BENCH_KEYS } from './keys'
import { ResponsePane } from './response-pane'
import type { OutsideQuery, Searching } from './searching'
import type { StageView, ViewHost } from './stage-view'
import { isHidden } from './suggested'
import { TakeBackNote, TakeBackStatus } from './take-back-note'
import { TourCard } from './tour/tour-card'
import { UnitPanel } from './unit-panel'
import { useBenchKeys, useBenchState } from './use-bench'
import { useFocusedId } from './use-focused'
import { useHeldCount, useHeldKeys, useHolding, useStanding, useUntakenCount } from './use-held-keys'
import { useSubmission } from './use-submission'
import { useTakingBack } from './use-take-back'
import { useShownTask } from './use-task-place'
import { WorkbenchBar } from './workbench-bar'
import { type SubmittedWordProps, WorkbenchNotices } from './workbench-notices'

/** The most places that are asked about in one request. */
const AT_ONCE = 200

/** Draws nothing: fetches what was kept back, once the server has the answer and the person is done with the field. */
function Reveals() {
  const bench = useBench()
  const focused = useFocusedId()
  const reveal = useReveal(bench.workbench)
  const requestedPlaces = useRef(new Set<string>())
  const ready = placesToReveal(bench, focused)
  const names = ready.map(nameOf).join('\n')
  const ask = useEffectEvent(() => {
    const fresh = ready.filter((place) => !requestedPlaces.current.has(nameOf(place)))
    for (let from = 0; from < fresh.length; from += AT_ONCE) askFor(fresh.slice(from, from + AT_ONCE))
  })
  const askFor = (places: typeof ready) => {
    for (const place of places) requestedPlaces.current.add(nameOf(place))
    reveal(places).catch(() => {
      // Tried again with the next place; nobody waits for it.
      for (const place of places) requestedPlaces.current.delete(nameOf(place))
    })
  }
  useEffect(() => {
    if (names !== '') ask()
  }, [names])
  return null
}

const nameOf = ({ unit, question }: { unit: string; question: string }) => `${unit} ${question}`

/** Saved answers to questions whose suggestions are hidden and have not come yet, where nobody is at work now. */
function placesToReveal(bench: Bench, focused: string): { unit: string; question: string }[] {
  const { workbench, survey, readOnly } = bench
  if (readOnly || !workbench.arms?.some(({ arm }) => arm === 'hidden')) return []
  return [...survey.units.values()].flatMap(({ unit, asked }) =>
    asked
      .filter((question) => isHidden(workbench, unit, question) && isSaved(bench, unit, question))
      .filter((question) => !isAtWork(bench, unit, question, focused))
      .map((question) => ({ unit: unit.key, question: question.key })),
  )
}

function isSaved({ workbench, entries }: Bench, unit: UnitDraft, question: Question): boolean {
  const isIt = (each: { unit: string; question: string }) => each.unit === unit.key && each.question === question.key
  const saved = workbench.answers.find(isIt)
  return saved !== undefined && saved.value !== null && !entries.some(isIt) && !workbench.suggestions.some(isIt)
}

/** A text while the focus is in it, a list while one is at what it is of or in one of its entries. */
function isAtWork({ answers, open }: Bench, unit: UnitDraft, question: Question, focused: string): boolean {
  if (question.form === 'text' || question.form === 'links' || question.form === 'number')
    return focused === fieldId(unit.key, question.key)
  if (question.form !== 'list') return false
  return open === unit.key || entriesOf(answers[unit.key]?.[question.key]).some(({ key }) => key === open)
}

/** So much of what is missing is named at the foot of the window. */
const NAMED_MISSING = 3

/** Why the task stays. What is missing is read out where all of it stands, and is in sight here as well. */
function StandingWords({ why, missing }: Standing) {
  if (missing.length === 0) return why
  return (
    <span aria-hidden>
      {why}
      <span className="my-1 block max-sm:hidden">
        {missing.slice(0, NAMED_MISSING).map((each) => (
          <span key={each} className="block max-w-prose truncate text-muted">
            {each}
          </span>
        ))}
        {missing.length > NAMED_MISSING ? (
          <span className="block text-muted">and {missing.length - NAMED_MISSING} more, listed above the task</span>
        ) : null}
      </span>
    </span>
  )
}

/** Says that keys wait for the next task, without a place in the page that would move what one reads. */
function HeldKeysNote() {
  const count = useHeldCount()
  const standing = useStanding()
  const untaken = useUntakenCount()
  return (
    <p
      role="status"
      className="fixed inset-x-0 bottom-4 z-30 mx-auto w-fit max-w-[calc(100vw-2rem)] rounded-md border border-line bg-raised px-3 py-1.5 text-ink text-sm empty:hidden print:hidden"
    >
      {standing ? (
        <>
          <StandingWords {...standing} />{' '}
          {untaken === 0 ? null : untaken === 1 ? '1 key was not taken. ' : `${untaken} keys were not taken. `}
          <Kbd of={ESCAPE} /> or a click takes keys again.
        </>
      ) : null}
      {count === 0 ? null : (
        <>
          {count === 1 ? '1 key waits' : `${count} keys wait`} for the next task
          {count === MOST_HELD ? ', no more are kept' : ''}. <Kbd of={ESCAPE} /> lets go of{' '}
          {count === 1 ? 'it' : 'them'}.
        </>
      )}
    </p>
  )
}

const NotesDrawer = onDemand(() =>
  import('@/components/annotation/comments/notes-drawer').then((module) => module.NotesDrawer),
)
const SkipDialog = onDemand(() => import('./skip-dialog').then((module) => module.SkipDialog))
const AskDialog = onDemand(() => import('./ask-dialog').then((module) => module.AskDialog))
const NoListDialog = onDemand(() => import('./no-list-dialog').then((module) => module.NoListDialog))

export type SearchDrawerProps = { searching: Searching; onOpenChange(open: boolean): void }

interface WorkbenchProps {
  initial: WorkbenchData
  /** The forms of the project's protocol. */
  Host: ViewHost
  /** Where evidence is searched for beside the answers. */
  SearchDrawer: ComponentType<SearchDrawerProps>
  /** Takes what a bookmark brings from pages of the web; draws nothing. */
  ClipReceiver: ComponentType
  /** What comes of a submission where annotators discuss. */
  SubmittedWord: ComponentType<SubmittedWordProps>
  /** What one's own search engine is asked for a unit. */
  outsideQuery: OutsideQuery
  /** The annotator's own search engine; null: none is named. */
  engine: string | null
  /** What helps in the first tasks. */
  firstTasks: FirstTasks
}

/**
 * The place where one annotates: text on the left, the open unit's questions on the right, everything by key. From task to
 * task one stays on the page.
 */
export function Workbench({ initial, Host, ...evidence }: WorkbenchProps) {
  const tour = useTour(initial.userId, evidence.firstTasks.tour)
  const { workbench, error, hasMoved } = useShownTask(initial)
  useHolding()
  if (!workbench) return error ? <Callout tone="danger">{error.message}</Callout> : <Spinner label="Opening the task" />
  const { taskId, stageKey, item } = workbench
  // The forms that came with the page are of one version: what the other asks could not be shown.
  if (workbench.protocolId !== initial.protocolId) return <MovedNotice />
  return (
    <>
      <p role="status" className="sr-only">
        {hasMoved ? `Task ${item.position}: ${item.title}` : ''}
      </p>
      <TakeBackStatus userId={workbench.userId} taskId={taskId} />
      <HeldKeysNote />
      <Host protocolId={initial.protocolId} stageKey={stageKey}>
        {(view, protocol) => (
          <Desk key={taskId} initial={workbench} view={view} protocol={protocol} tour={tour} {...evidence} />
        )}
      </Host>
    </>
  )
}

/** The project has moved to another version while the page was open. Its person loads it: a submission may wait in this tab. */
function MovedNotice() {
  return (
    <div className="px-4 pt-4 sm:px-6">
      <Callout
        tone="warning"
        live
        title="This project has moved to another version of its protocol"
        actions={
          <Button variant="primary" onClick={() => window.location.reload()}>
            Load the page again
          </Button>
        }
      >
        This page has the questions of the version before. Your answers are kept.
      </Callout>
    </div>
  )
}

/** The buttons of a submitted task go when it is taken back, and the focus with them: it goes to the open question. */
function useFocusOnReturn({ readOnly, open, go }: Bench): void {
  const wasReadOnly = useRef(readOnly)
  const goBack = useEffectEvent(() => {
    if (isFocusFree()) go({ unit: open, question: null })
  })
  useEffect(() => {
    if (wasReadOnly.current && !readOnly) goBack()
    wasReadOnly.current = readOnly
  }, [readOnly])
}

type DeskProps = Omit<WorkbenchProps, 'Host'> & { view: StageView; protocol: ProtocolWork; tour: Tour }

function Desk(props: DeskProps) {
  const { initial, view, protocol, SearchDrawer, ClipReceiver, SubmittedWord, engine, outsideQuery, tour } = props
  const definitions = useDefinitions(initial, props.firstTasks)
  const { bench, status, outbox, ...state } = useBenchState(initial, protocol, {
    initialEngine: engine,
    outsideQuery,
    // What was submitted is read as it was answered.
    ...(initial.mode === 'editing' ? { definitions } : {}),
  })
  const { workbench, readOnly } = bench
  const [guidelines, setGuidelines] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const time = useHeartbeat(workbench, !readOnly)
  const submission = useSubmission(bench, outbox, time)
  const submit = () => {
    // Who submits has seen what the tour would show.
    if (!readOnly && findings(bench.stage, bench.subject, bench.answers).length === 0) tour.end()
    submission.submit()
  }
  useFocusOnReturn(bench)
  const taking = useTakingBack(workbench)
  const takeBack = taking.takeBackLatest ?? submission.takeBackWaiting
  // Right after a slip one undoes: where there is nothing else to undo, or to do again, that is the submission.
  const undoesSubmission = takeBack && (readOnly || !(state.canUndo || state.canRedo))
  const [notes, setNotes] = useState(false)
  const [noList, setNoList] = useState(false)
  const [skip, setSkip] = useState(false)
  const [ask, setAsk] = useState(false)
  const [shortcuts, setShortcuts] = useState(false)
  const toggleNotes = () => setNotes((open) => !open)
  const toggleGuidelines = () => setGuidelines((now) => (now === 'open' ? 'closed' : 'open'))
  const { ReadingPane = ResponsePane, Panel } = view
  const commands = {
    undo: undoesSubmission ? takeBack : state.undo,
    takeBack,
    redo: state.redo,
    definitions: state.toggleDefinitions,
    guidelines: toggleGuidelines,
    notes: toggleNotes,
    skip: () => setSkip(true),
    ask: () => setAsk(true),
    // Once more behind a submission it goes on, whether that is through or waits.
    submit: submission.goOn ?? submit,
    goOn: submission.goOn,
    nothingToAdd: () => setNoList(true),
  }
  const { bindings, first } = useBenchKeys(bench, view, commands, state.offerUndo)
  useHeldKeys(workbench.taskId, !readOnly, bindings)
  return (
    <BenchContext value={bench}>
      {readOnly || tour.step === null ? null : <TourCard tour={tour} step={tour.step} />}
      <WorkbenchBar
        status={status}
        canUndo={state.canUndo}
        canRedo={state.canRedo}
        onUndo={state.undo}
        onRedo={state.redo}
        onDefinitions={state.toggleDefinitions}
        onGuidelines={toggleGuidelines}
        onNotes={toggleNotes}
        onShortcuts={() => setShortcuts(true)}
        onSkip={() => setSkip(true)}
        onAsk={() => setAsk(true)}
      >
        {readOnly ? null : (
          <Button
            variant="primary"
            className="ms-1"
            shortcut={BENCH_KEYS.submit}
            loading={submission.isSubmitting}
            data-tour="submit"
            onClick={submit}
          >
            Submit
          </Button>
        )}
      </WorkbenchBar>
      <TakeBackNote taking={taking} />
      <div className={guidelines === 'open' ? BESIDE_GUIDELINES : undefined}>
        <WorkbenchNotices
          submission={submission}
          taking={taking}
          outbox={outbox}
          notOpened={state.notOpened}
          SubmittedWord={SubmittedWord}
        />
        <div
          data-tour="bench"
          className="grid gap-x-8 gap-y-4 px-4 py-5 sm:px-6 lg:grid-cols-[minmax(0,40rem)_minmax(24rem,32rem)] lg:justify-between 2xl:grid-cols-[minmax(0,44rem)_minmax(32rem,60rem)] wider:grid-cols-[minmax(0,52rem)_minmax(32rem,100rem)]"
        >
          <ReadingPane />
          {Panel ? <Panel status={status} /> : <UnitPanel view={view} status={status} />}
        </div>
      </div>
      {guidelines === 'unopened' ? null : (
        <BenchGuidelines
          open={guidelines === 'open'}
          onOpenChange={(open) => setGuidelines(open ? 'open' : 'closed')}
        />
      )}
      {state.searching ? <SearchDrawer searching={state.searching} onOpenChange={state.setSearchOpen} /> : null}
      {readOnly ? null : <ClipReceiver />}
      <Reveals />
      <ShortcutSheet
        bindings={bindings}
        first={first}
        open={shortcuts}
        onOpenChange={setShortcuts}
        onTour={readOnly ? undefined : tour.start}
      />
      <SkipDialog
        userId={workbench.userId}
        taskId={workbench.taskId}
        onSkipped={submission.goOnToAnother}
        open={skip}
        onOpenChange={setSkip}
      />
      <AskDialog
        userId={workbench.userId}
        taskId={workbench.taskId}
        waiting={workbench.inquiries?.some(({ answer }) => answer === null) ?? false}
        onAsked={submission.goOnToAnother}
        open={ask}
        onOpenChange={setAsk}
      />
      <NoListDialog open={noList} onOpenChange={setNoList} />
      <NotesDrawer userId={workbench.userId} taskId={workbench.taskId} open={notes} onOpenChange={setNotes} />
    </BenchContext>
  )
}
