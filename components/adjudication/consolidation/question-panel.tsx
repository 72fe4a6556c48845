'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Acts } from './acts'
import { DESK_KEYS } from './bindings'
import { CallForm } from './call-form'
import { CausePicker } from './cause-picker'
import { useDeskContext } from './desk-context'
import { Discussion } from './discussion'
import { LaneCard } from './lane-card'
import { ListEditor } from './list-editor'
import { ListPanel } from './list-panel'
import { ObjectForm } from './object-form'
import { ProposalBox } from './proposal-box'
import { SettledNote } from './settled-note'
import { TalkBox } from './talk-box'
import { UnitContext } from './unit-context'
import { ValueForm } from './value-form'
import { laneName, unitName } from './words'

/** The open question: what is asked, the lanes side by side, what is proposed and what was said. */
export function QuestionPanel() {
  const { view, stage, subject, current, question, lanes, disagreement, talk, mode } = useDeskContext()
  if (!current || !question) return null
  const unit = view.units.find((each) => each.key === current.unit)
  const name = unitName(stage, view.units, current.unit)
  return (
    <section aria-labelledby="question-heading" className="space-y-3">
      <header>
        <Steps />
        <h2 id="question-heading" aria-live="polite" className="font-semibold text-base">
          {name}: {question.title}
        </h2>
        <p className="text-muted text-sm">{question.prompt}</p>
        {unit ? <UnitContext stage={stage} subject={subject} unit={unit} /> : null}
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
      {disagreement ? <CausePicker disagreement={disagreement} /> : null}
      {mode === 'call' ? <CallForm /> : null}
      {mode === 'edit' || mode === 'propose' ? <OwnValue key={`${current.unit} ${current.question} ${mode}`} /> : null}
      {mode === 'object' && talk ? <ObjectForm /> : null}
      {current.settled ? <SettledNote settled={current.settled} question={question} /> : null}
      {talk ? <TalkBox talk={talk} question={question} unit={current.unit} /> : null}
      {disagreement ? <ProposalBox disagreement={disagreement} question={question} /> : null}
      <Discussion />
    </section>
  )
}

/** The place of the question among those to go through, and the ways to its neighbours. */
function Steps() {
  const { visible, current, go } = useDeskContext()
  const at = current ? visible.indexOf(current) : -1
  const step = (by: 1 | -1) => () => {
    const entry = visible[(at + by + visible.length) % visible.length]
    if (entry) go(entry)
  }
  if (at < 0 || visible.length < 2) return null
  return (
    <div className="mb-0.5 flex items-center justify-between gap-2 text-muted text-xs">
      <span>{`Question ${at + 1} of ${visible.length}`}</span>
      <span className="flex gap-1">
        <Button
          size="sm"
          variant="ghost"
          shortcut={DESK_KEYS.previous}
          aria-label="Previous question"
          icon={<ChevronLeft aria-hidden className="size-4 rtl:rotate-180" />}
          onClick={step(-1)}
        />
        <Button
          size="sm"
          variant="ghost"
          shortcut={DESK_KEYS.next}
          aria-label="Next question"
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
            ? { label: 'Why', hint: 'Needed for a decision that nobody has said yet.' }
            : { label: 'A word with it', hint: 'The annotators see it, and accept or object.' }
      }
    />
  )
}
