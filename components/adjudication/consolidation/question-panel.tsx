'use client'
import { useEffect, useRef } from 'react'
import { RemarkForm } from '@/components/annotation/comments/remark-form'
import { Thread } from '@/components/annotation/comments/thread'
import { isWhole } from '@/components/annotation/workbench/navigation'
import { proposedFor, proposersInWords } from '@/components/annotation/workbench/suggested'
import { Why } from '@/components/annotation/workbench/suggestion-card'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { ChevronLeft, ChevronRight } from '@/components/ui/icons'
import { Kbd } from '@/components/ui/kbd'
import { Time } from '@/components/ui/time'
import { ToneMark } from '@/components/ui/tone-mark'
import { KeysInForce, useAriaKeys } from '@/components/ui/use-shortcut'
import { CAUSE_TEXT } from '@/components/workspace/tasks/cause-text'
import type { DisagreementView, SettledValue } from '@/lib/adjudication/consolidation/contract'
import { ESCAPE } from '@/lib/platform/client/fixed-keys'
import { wholeOf } from '@/lib/protocols/made-units'
import type { Question, Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { excerpt } from '@/lib/text/excerpt'
import { disagreementCauses } from '@/lib/workspace/tasks/contract'
import { Acts } from './acts'
import { CallForm } from './call-form'
import { REMARK_FIELD, useDeskContext } from './desk-context'
import { CAUSE_KEYS, DESK_KEYS } from './keys'
import { LaneCard } from './lane-card'
import { ListEditor } from './list-editor'
import { ListPanel } from './list-panel'
import { ObjectForm } from './object-form'
import { ProposalBox } from './proposal-box'
import { TalkBox } from './talk-box'
import { ValueForm } from './value-form'
import { ValueView } from './value-view'
import { authorName, howText, laneName, questionName, unitName, valueText } from './words'

const HEADING_ID = 'question-heading'

/** Why the annotators disagree: one key opens the causes, a digit chooses. */
function CausePicker({ disagreement }: { disagreement: DisagreementView }) {
  const { mode, setMode, setCause } = useDeskContext()
  const aria = useAriaKeys()
  const { cause } = disagreement
  const menu = useRef<HTMLUListElement>(null)
  const isOpen = mode === 'cause'
  useEffect(() => {
    const buttons = [...(menu.current?.querySelectorAll('button') ?? [])]
    if (isOpen) (buttons.find((each) => each.getAttribute('aria-pressed') === 'true') ?? buttons[0])?.focus()
  }, [isOpen])
  if (!isOpen) return cause ? <p className="text-muted text-sm">Cause: {CAUSE_TEXT[cause].text}</p> : null
  return (
    <fieldset className="w-full rounded-lg border border-accent-border p-3">
      <legend className="px-1 font-semibold text-sm">Why do they disagree?</legend>
      <ul ref={menu} className="space-y-1">
        {disagreementCauses.map((each) => (
          <li key={each}>
            <button
              type="button"
              aria-pressed={each === cause}
              aria-keyshortcuts={aria(CAUSE_KEYS[`cause-${each}`])}
              onClick={() => setCause(each)}
              className={cn(
                'flex w-full items-start gap-3 rounded-md border px-2.5 py-1.5 text-start text-sm hover:bg-hover',
                each === cause ? 'border-accent' : 'border-transparent',
              )}
            >
              <Kbd of={CAUSE_KEYS[`cause-${each}`]} hidden className="mt-0.5" />
              <span>
                <span className="font-medium">{CAUSE_TEXT[each].text}</span>
                <span className="block text-muted text-xs">{CAUSE_TEXT[each].means}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        {cause ? (
          <Button size="sm" variant="ghost" onClick={() => setCause(null)}>
            None
          </Button>
        ) : null}
        <Button size="sm" shortcut={ESCAPE} onClick={() => setMode('read')}>
          Cancel
        </Button>
      </div>
    </fieldset>
  )
}

/** What has been said about the open question, and about the item as a whole. */
function Discussion() {
  const { view, stage, current, question, disagreement } = useDeskContext()
  const place = `${current?.unit} ${current?.question}`
  const remarks = view.comments.map((comment) => ({ ...comment, who: authorName(view, comment.author) }))
  const about = disagreement
    ? { unit: disagreement.unit, question: disagreement.question }
    : { unit: current?.unit ?? '' }
  const here = remarks.filter(
    (remark) => remark.unit === about.unit && (remark.question === null || remark.question === about.question),
  )
  const whole = remarks.filter((remark) => remark.unit === null)
  const label = disagreement
    ? `Remark on this disagreement (${question?.title ?? ''})`
    : `Remark on ${current ? unitName(stage, view.units, current.unit).toLowerCase() : 'the item'}`
  return (
    <section aria-label="Discussion" className="space-y-4 border-line border-t pt-4">
      {whole.length > 0 ? (
        <div className="space-y-2">
          <h3 className="font-semibold text-muted text-xs">About the item</h3>
          <Thread remarks={whole} />
        </div>
      ) : null}
      <Thread remarks={here} />
      {view.abilities.comment && current ? (
        <RemarkForm
          key={place}
          userId={view.userId}
          taskId={view.taskId}
          about={about}
          label={label}
          name={REMARK_FIELD}
          onLeave={() => document.getElementById(HEADING_ID)?.focus({ preventScroll: true })}
        />
      ) : null}
    </section>
  )
}

/** More than three or four lines hold. */
const MOST_SHOWN = 2_000

/** The text of what is being settled, below the texts of what it is a part of: a passage under its claim. */
function UnitContext({ stage, subject, unit }: { stage: Stage; subject: Subject; unit: UnitDraft }) {
  const word = ({ kind }: UnitDraft) => stage.unitKinds.find((each) => each.kind === kind)?.text ?? kind
  const chain = wholesOf(subject, unit)
  return (
    <div className="mt-2 text-sm">
      {chain.map((whole) => (
        <Quoted key={whole.key} text={whole.text} what={word(whole)} className="line-clamp-3 text-muted" />
      ))}
      {unit.text === '' ? null : <Quoted text={unit.text} className="line-clamp-4" />}
    </div>
  )
}

/** A text behind a bar, which stands where the text begins. */
function Quoted({ text, what, className }: { text: string; what?: string; className: string }) {
  return (
    <div
      // By the text alone: the word for those who listen is English.
      dir="auto"
      className="border-accent-border border-s-2 py-0.5 ps-3"
    >
      <p className={cn('wrap-anywhere', className)}>
        {what ? <bdi className="sr-only">{what}: </bdi> : null}
        {excerpt(text, MOST_SHOWN)}
      </p>
    </div>
  )
}

/** What a unit is a part of, the outermost first; the item as a whole stands beside it anyway. */
function wholesOf(subject: Subject, unit: UnitDraft): UnitDraft[] {
  const whole = wholeOf(subject, unit)
  return whole && !isWhole(whole) ? [...wholesOf(subject, whole), whole] : []
}

/** The value that stands: who settled it, from which lane, and why. */
function SettledNote({ settled, question }: { settled: SettledValue; question: Question }) {
  const { view } = useDeskContext()
  return (
    <section aria-label="What stands" className="space-y-1.5 rounded-lg border border-line bg-sunken p-3 text-sm">
      <ValueView question={question} unit={settled.unit} value={settled.value} />
      <p className="text-muted">
        {howText(view, settled)}
        {settled.at ? (
          <>
            {', '}
            <Time value={settled.at} format="relative" />
          </>
        ) : null}
        .
      </p>
      {settled.reason ? (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {settled.reason}
        </p>
      ) : null}
    </section>
  )
}

/** The open question: what is asked, the lanes side by side, what is proposed and what was said. */
export function QuestionPanel() {
  const { view, stage, subject, current, question, lanes, disagreement, talk, mode } = useDeskContext()
  if (!current || !question) return null
  const unit = view.units.find((each) => each.key === current.unit)
  return (
    <section aria-labelledby={HEADING_ID} className="space-y-3">
      <header>
        <Steps />
        {/* Each question has a heading of its own: what has the focus already would not be read again. */}
        <h2
          key={`${current.unit} ${current.question}`}
          id={HEADING_ID}
          tabIndex={-1}
          className="focus-visible:outline-none font-semibold text-base"
        >
          {questionName(stage, view.units, { unit: current.unit, title: question.title })}
        </h2>
        <p className="text-muted text-sm">{question.prompt}</p>
        {unit ? <UnitContext stage={stage} subject={subject} unit={unit} /> : null}
        <SuggestedLine question={question} unit={current.unit} />
      </header>
      {current.message ? <p className="text-sm text-stale-text">{current.message}</p> : null}
      {question.list && mode === 'read' ? <ListPanel /> : null}
      {lanes.length > 0 && !question.list ? (
        <div className={cn('grid gap-3', lanes.length > 1 && 'sm:grid-cols-2')}>
          {lanes.map((lane, index) => (
            <LaneCard key={lane.id} lane={lane} index={index} question={question} unit={current.unit} />
          ))}
        </div>
      ) : null}
      <div data-decision className="flex flex-wrap items-center gap-2 empty:hidden">
        <Acts />
      </div>
      <KeysInForce value>
        {disagreement ? <CausePicker disagreement={disagreement} /> : null}
        {mode === 'call' ? <CallForm /> : null}
        {mode === 'edit' || mode === 'propose' ? (
          <OwnValue key={`${current.unit} ${current.question} ${mode}`} />
        ) : null}
        {mode === 'object' && talk ? <ObjectForm /> : null}
      </KeysInForce>
      {current.settled ? <SettledNote settled={current.settled} question={question} /> : null}
      {talk ? <TalkBox talk={talk} question={question} unit={current.unit} /> : null}
      {disagreement ? <ProposalBox disagreement={disagreement} question={question} /> : null}
      <Discussion />
    </section>
  )
}

/** What machines or files proposed here, as annotators saw it: in a line, with who proposed it, and why folded away. */
function SuggestedLine({ question, unit }: { question: Question; unit: string }) {
  const { view, stage } = useDeskContext()
  const proposed = proposedFor(view.suggestions ?? [], { unit, question: question.key })
  if (proposed.length === 0) return null
  return (
    <ul aria-label="Suggested to the annotators" className="mt-2 space-y-1 text-suggestion-text text-xs">
      {proposed.map(({ value, by }) => (
        <li key={by[0].id}>
          <ToneMark tone="suggestion" className="me-1.5 inline size-3 align-[-0.1em]" />
          <span dir="auto" className="wrap-anywhere">
            Suggested: {valueText(question, value, { stage, units: view.units, content: view.item.content, unit })}
          </span>{' '}
          <span className="text-muted">({proposersInWords(by)})</span>
          <Why by={by} />
        </li>
      ))}
    </ul>
  )
}

/** The place of the question among those to go through, and the ways to its neighbours. */
function Steps() {
  const { visible, current, go, stage } = useDeskContext()
  const at = current ? visible.indexOf(current) : -1
  const step = (by: 1 | -1) => () => {
    const entry = visible[(at + by + visible.length) % visible.length]
    if (entry) go(entry)
  }
  if (at < 0 || visible.length < 2) return <p className="mb-0.5 text-muted text-xs">{stage.title}</p>
  return (
    <div className="mb-0.5 flex items-center justify-between gap-2 text-muted text-xs">
      <span>{`${stage.title} · Question ${at + 1} of ${visible.length}`}</span>
      <span className="flex gap-1">
        <Button
          size="sm"
          variant="ghost"
          shortcut={DESK_KEYS.previous}
          aria-label="Previous question"
          hint="Previous question"
          icon={<ChevronLeft aria-hidden className="size-4 rtl:rotate-180" />}
          onClick={step(-1)}
        />
        <Button
          size="sm"
          variant="ghost"
          shortcut={DESK_KEYS.next}
          aria-label="Next question"
          hint="Next question"
          icon={<ChevronRight aria-hidden className="size-4 rtl:rotate-180" />}
          onClick={step(1)}
        />
      </span>
    </div>
  )
}

const startWords = (lane: string) => `It starts from ${lane === 'You' ? 'your own wording' : `the wording of ${lane}`}.`

/** The form for a value of one's own: settling with a reason, or proposing. */
function OwnValue() {
  const { view, current, question, lanes, disagreement, talk, mode, settle, propose, setMode } = useDeskContext()
  if (!question || !current) return null
  const proposing = mode === 'propose'
  const given = current.settled?.value ?? disagreement?.proposal ?? talk?.own?.value ?? null
  const isPartner = view.abilities.discuss
  const frame = {
    title: proposing ? (isPartner ? 'Propose to your partner' : 'Propose to the annotators') : 'Settle it otherwise',
    saveLabel: proposing ? 'Propose' : 'Settle',
    onSave: proposing ? propose : settle,
    onCancel: () => setMode('read'),
  }
  // A text begins as somebody wrote it, in the reader's order of lanes: their own first.
  const start = lanes.flatMap((lane) => current.values.filter((each) => each.lane === lane.id))[0]
  if (question.list) return <ListEditor {...frame} initial={given ?? talk?.offered ?? null} />
  return (
    <ValueForm
      {...frame}
      question={question}
      unit={current.unit}
      keptAs={`${mode} ${view.userId} ${view.taskId} ${current.unit} ${current.question}`}
      initial={given ?? (question.options ? null : (start?.value ?? null))}
      startsFrom={
        given !== null || question.form !== 'text' || !start ? undefined : startWords(laneName(view, start.lane))
      }
      remark={
        !proposing
          ? { label: 'Reason', hint: 'Needed when no annotator gave this value.' }
          : talk
            ? { label: 'Why', hint: 'Needed where neither of you gave this value.' }
            : { label: 'Comment', hint: 'The annotators see it, and accept or object.' }
      }
    />
  )
}
