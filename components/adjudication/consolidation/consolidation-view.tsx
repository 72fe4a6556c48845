'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { BothValues } from '@/components/annotation/workbench/both-values'
import { capitalised } from '@/components/annotation/workbench/unit-name'
import { ConflictCallout, RefusedCallout } from '@/components/annotation/workbench/unsaved-callouts'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { CircleCheck } from '@/components/ui/icons'
import { RadioGroup } from '@/components/ui/radio-group'
import { Textarea } from '@/components/ui/textarea'
import { Time } from '@/components/ui/time'
import { KeysInForce } from '@/components/ui/use-shortcut'
import { GuidelinesDrawer } from '@/components/workspace/guidelines/guidelines-drawer'
import type { ConsolidationView as View } from '@/lib/adjudication/consolidation/contract'
import { consolidationKeys, useDeskTime, useRefuseApproval } from '@/lib/adjudication/consolidation/hooks'
import { entryKey, type OutboxEntry } from '@/lib/annotation/outbox/outbox-entry'
import { isCovered, isFocusFree, isTyping } from '@/lib/platform/client/keyboard-guards'
import { useStoredDraft } from '@/lib/platform/client/use-stored-draft'
import { useReopenTask } from '@/lib/workspace/items/hooks'
import { AgendaList } from './agenda-list'
import { type Desk, DeskContext, useDeskContext } from './desk-context'
import { DeskHeader, MainAction } from './desk-header'
import { QuestionPanel } from './question-panel'
import { SeenPane, type SeenPaneProps, unfoldSeen } from './seen-pane'
import { StaleCallout } from './stale-callout'
import { type Turn, turnOf } from './turn'
import { useChoiceWords } from './use-choice-words'
import { useDesk } from './use-desk'
import { useDeskKeys } from './use-desk-keys'
import { headingIn, useFocusAfterForms } from './use-focus-after-forms'
import { useItemCommands } from './use-item-commands'
import { whenSaved } from './when-saved'
import { authorName, laneName, lanesInOrder, unitName } from './words'

function useTurn(): Turn {
  const { view, protocol, stage, agenda, ready } = useDeskContext()
  const open = agenda.filter((entry) => entry.settled === null)
  const differed = agenda.some((entry) => entry.group !== 'agreed')
  const later = protocol.stages[protocol.stages.findIndex(({ key }) => key === stage.key) + 1]?.title ?? null
  return turnOf(view, stage, { all: open.length, mine: ready.length, differed }, later)
}

/** Where the item stands and what the reader can do about it, in a line beneath the question. */
function Standing() {
  const { view } = useDeskContext()
  const { title, text } = useTurn()
  if (text === '' && view.state === 'consolidating') return null
  return (
    <p className="border-line border-t pt-3 text-muted text-sm">
      <span className="font-semibold text-ink">{title}.</span> {text} <Signed />
    </p>
  )
}

/** Why an item that had been settled is here again. */
function SentBackNote() {
  const { view } = useDeskContext()
  if (!view.sentBack) return null
  const { by, at, comment } = view.sentBack
  return (
    <Callout tone="warning" title={by.kind === 'you' ? 'You sent it back' : 'Sent back instead of approved'}>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {comment}
      </p>
      <p className="mt-1 text-muted">
        {authorName(view, by)}, <Time value={at} format="relative" />
      </p>
    </Callout>
  )
}

/** What stands in the place of the question once the reader has none: that it is done, who is next, and what leads on. */
function DonePanel({ commands }: { commands: ReturnType<typeof useItemCommands> }) {
  const { title, text, next } = useTurn()
  return (
    <section
      aria-labelledby="done-heading"
      data-decision
      className="space-y-3 rounded-lg border border-positive-border bg-positive-surface/40 p-4"
    >
      <h2
        id="done-heading"
        tabIndex={-1}
        className="focus-visible:outline-none flex items-center gap-2 font-semibold text-base"
      >
        <CircleCheck aria-hidden className="size-5 shrink-0 text-positive-text" />
        {title}
      </h2>
      <p className="text-sm empty:hidden">
        {text} <Signed />
      </p>
      {next === null ? null : (
        <p className="text-sm">
          <span className="text-muted">Next: </span>
          {next}.
        </p>
      )}
      <MainAction commands={commands} />
    </section>
  )
}

/** Who settled and who approved it. */
function Signed() {
  const { view } = useDeskContext()
  const { adjudicated, approved } = view
  return (
    <>
      {adjudicated ? (
        <>
          Confirmed by {lower(authorName(view, adjudicated.by))}, <Time value={adjudicated.at} format="relative" />.{' '}
        </>
      ) : null}
      {approved ? (
        <>
          Approved by {lower(authorName(view, approved.by))}, <Time value={approved.at} format="relative" />.
        </>
      ) : null}
    </>
  )
}

const lower = (name: string) => (name === 'You' ? 'you' : name.replace(/^Reviewer/, 'a reviewer'))

type SendBackProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The task has left this page: its annotators have it again. */
  onLeft: () => void
}

/** To whom an item goes back: to those who settled it, or to its annotators. */
type Way = 'settled' | 'annotators'

const WAYS: Record<Way, { value: Way; label: string; hint: string }> = {
  settled: {
    value: 'settled',
    label: 'To be settled again',
    hint: 'What was settled stays as it is; a reviewer changes what you point out, and confirms the item anew.',
  },
  annotators: {
    value: 'annotators',
    label: 'To its annotators',
    hint: 'They go on from their old answers in a new round. Until it is settled again, exports leave the item out. Agreement leaves it out until all have submitted again; then it counts the answers of the first round, which nobody had discussed.',
  },
}

/** Sends an item back with a comment. The comment is kept in this browser until it is sent. */
function SendBack({ open, onOpenChange, onLeft }: SendBackProps) {
  const { view, waiting } = useDeskContext()
  const { userId, taskId, itemId, projectId, abilities } = view
  const refuse = useRefuseApproval(taskId)
  const reopen = useReopenTask({ projectId, itemId, taskId })
  const ways = (['settled', 'annotators'] as const).filter((way) =>
    way === 'settled' ? abilities.approve : abilities.sendBack,
  )
  const [chosen, setChosen] = useState<Way | null>(null)
  const [comment, setComment, clear] = useStoredDraft(`send-back ${userId} ${taskId}`)
  const way = chosen ?? ways[0] ?? 'settled'
  return (
    <AlertDialog
      tone="primary"
      title="Send this item back?"
      description={ways.length > 1 ? 'Say to whom, and why.' : WAYS[way].hint}
      confirmLabel="Send back"
      open={open}
      onOpenChange={onOpenChange}
      onConfirm={async () => {
        if (comment.trim() === '') throw new Error('Say why, in a sentence.')
        await whenSaved(waiting, 'sent back')
        if (way === 'settled') await refuse.mutateAsync(comment)
        else await reopen.mutateAsync(comment)
        clear(comment)
        if (way === 'annotators') onLeft()
      }}
    >
      {ways.length > 1 ? (
        <Field label="To whom?" required>
          <RadioGroup
            options={ways.map((each) => WAYS[each])}
            value={way}
            onValueChange={(next) => setChosen(next === 'annotators' ? 'annotators' : 'settled')}
          />
        </Field>
      ) : null}
      <Field label="What should be looked at again?" required>
        <Textarea rows={3} maxLength={2000} value={comment} onChange={(event) => setComment(event.target.value)} />
      </Field>
    </AlertDialog>
  )
}

/** Choices that wait for a decision: others settled the same meanwhile, or the server refused. Nothing is lost until one is made. */
function WaitingChanges() {
  const { waiting } = useDeskContext()
  return waiting.blocked.map((entry) => <Blocked key={entryKey(entry)} entry={entry} />)
}

function Blocked({ entry }: { entry: OutboxEntry }) {
  const { waiting, go } = useDeskContext()
  const { name, at, question, mine, theirs, remark, valueWords, choiceWords } = useChoiceWords(entry)
  const onEnd = (choice: 'mine' | 'theirs') => {
    waiting.end(entry, choice)
    if (at.question !== '') go(at)
  }
  if (!entry.conflict)
    return (
      <RefusedCallout name={capitalised(name)} message={entry.refused} onEnd={onEnd}>
        {choiceWords}
      </RefusedCallout>
    )
  return (
    <ConflictCallout name={capitalised(name)} onEnd={onEnd}>
      <BothValues question={question} mine={mine} theirs={theirs} words={valueWords} />
      {remark ? (
        <p dir="auto" className="mt-1 whitespace-pre-wrap">
          {`Your words: ${remark}`}
        </p>
      ) : null}
    </ConflictCallout>
  )
}

export interface ReplayDrawerProps {
  taskId: string
  /** The lanes in the reader's order, as the reader may know them. */
  lanes: readonly { id: string; name: string }[]
  /** A unit in words. */
  nameOf(unit: string): string
  open: boolean
  onOpenChange(open: boolean): void
}

/** What the protocol's workbench shows, for what is read beside the question. */
export type DeskViews = SeenPaneProps

type ConsolidationViewProps = DeskViews & {
  initialData: View
  /** Where one reads how each annotator searched. */
  ReplayDrawer: ComponentType<ReplayDrawerProps>
}

/** One item, side by side: reviewers settle and approve here, its annotators talk here. */
export function ConsolidationView({ initialData, ReplayDrawer, ...views }: ConsolidationViewProps) {
  const desk = useDesk(initialData)
  const { view } = desk
  useDeskTime(view)
  const commands = useItemCommands(desk)
  const [guidelines, setGuidelines] = useState(false)
  const [replay, setReplay] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const [sendingBack, setSendingBack] = useState(false)
  const leave = useLeave(view)
  useDeskKeys(desk, {
    confirm: commands.confirm ?? commands.approve,
    refuse: view.abilities.approve || view.abilities.sendBack ? () => setSendingBack(true) : undefined,
    nextItem: commands.nextItem,
    unfold: unfoldSeen,
    guidelines: () => setGuidelines((open) => !open),
    replay: () => setReplay((now) => (now === 'open' ? 'closed' : 'open')),
  })
  return (
    <DeskContext value={desk}>
      <DeskHeader
        commands={commands}
        onGuidelines={() => setGuidelines(true)}
        onReplay={() => setReplay('open')}
        onSendBack={() => setSendingBack(true)}
        onLeft={leave}
      />
      {/* A form that is open has keys of its own, and draws them itself. */}
      <KeysInForce value={desk.mode === 'read'}>
        {/* The question comes first for those who hear the page, and on narrow screens. */}
        <div className="mx-auto grid gap-x-8 gap-y-6 px-4 py-4 sm:px-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,36rem)] wide:grid-cols-[minmax(0,1fr)_minmax(0,48rem)]">
          <WorkPane desk={desk} commands={commands} />
          <div className="min-w-0 space-y-6 lg:order-first">
            <StaleCallout onTakenOver={leave} />
            <SeenPane {...views} />
            <AgendaList />
          </div>
        </div>
      </KeysInForce>
      <GuidelinesDrawer projectId={view.projectId} open={guidelines} onOpenChange={setGuidelines} />
      {replay === 'unopened' ? null : (
        <ReplayDrawer
          taskId={view.taskId}
          lanes={lanesInOrder(view).map(({ id }) => ({ id, name: laneName(view, id) }))}
          nameOf={(unit) => unitName(desk.stage, view.units, unit)}
          open={replay === 'open'}
          onOpenChange={(open) => setReplay(open ? 'open' : 'closed')}
        />
      )}
      <SendBack open={sendingBack} onOpenChange={setSendingBack} onLeft={leave} />
    </DeskContext>
  )
}

type WorkPaneProps = { desk: Desk; commands: ReturnType<typeof useItemCommands> }

/** The question at its one place, beside whatever is read; once there is none, that it is done. Its heading takes the focus. */
function WorkPane({ desk: { current, mode, view }, commands }: WorkPaneProps) {
  const panel = useRef<HTMLDivElement>(null)
  const place = `${current?.unit} ${current?.question}`
  const last = useRef<string>(null)
  useEffect(() => {
    const isArrival = last.current === null
    if (last.current === place) return
    last.current = place
    if (isArrival ? isFocusFree() : !isTyping(document.activeElement) && !isCovered())
      headingIn(panel.current)?.focus({ preventScroll: true })
    if (!isArrival) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [place])
  useFocusAfterForms(panel, mode)
  return (
    <div
      ref={panel}
      className="min-w-0 scroll-mt-32 space-y-4 lg:sticky lg:top-[7.8125rem] lg:max-h-[calc(100dvh-8rem)] lg:self-start lg:overflow-y-auto lg:p-0.5 lg:pb-4 low:lg:top-0 low:lg:max-h-dvh"
    >
      <WaitingChanges />
      <SentBackNote />
      {current ? (
        <>
          {/* An approver has no question to settle: what is asked of them comes first. */}
          {view.state === 'approving' ? <Standing /> : null}
          <QuestionPanel />
          {view.state === 'approving' ? null : <Standing />}
        </>
      ) : (
        <DonePanel commands={commands} />
      )}
    </div>
  )
}

/** What was sent back or discarded is not open to its reader any more. */
function useLeave({ taskId, projectId }: View) {
  const router = useRouter()
  const client = useQueryClient()
  return () => {
    client.removeQueries({ queryKey: consolidationKeys.one(taskId) })
    router.push(`/projects/${projectId}/review`)
  }
}
