'use client'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { isByPerson } from '@/lib/protocols/settled-how'
import { DESK_KEYS } from './bindings'
import { CallForm } from './call-form'
import { CausePicker } from './cause-picker'
import { useDeskContext } from './desk-context'
import { Discussion } from './discussion'
import { LaneCard } from './lane-card'
import { ListEditor } from './list-editor'
import { ListPanel } from './list-panel'
import { ProposalBox } from './proposal-box'
import { SettledNote } from './settled-note'
import { TalkBox } from './talk-box'
import { UnitContext } from './unit-context'
import { ValueForm } from './value-form'
import { unitName } from './words'

/** The open question: the lanes side by side, what is proposed, where it stands, and what can be done. */
export function QuestionPanel() {
  const { view, stage, subject, current, question, lanes, disagreement, talk, mode } = useDeskContext()
  if (!current || !question) return null
  const unit = view.units.find((each) => each.key === current.unit)
  const name = unitName(stage, view.units, current.unit)
  return (
    <section aria-labelledby="question-heading" className="space-y-4">
      <header>
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
      {current.settled ? <SettledNote settled={current.settled} question={question} /> : null}
      {talk && (talk.words.length > 0 || current.settled === null || view.abilities.discuss) ? (
        <TalkBox talk={talk} question={question} unit={current.unit} />
      ) : null}
      {disagreement ? <ProposalBox disagreement={disagreement} question={question} /> : null}
      {mode === 'call' ? <CallForm /> : null}
      {mode === 'edit' || mode === 'propose' ? <OwnValue key={`${current.unit} ${current.question} ${mode}`} /> : null}
      <div className="flex flex-wrap gap-2">
        <Actions />
        {disagreement ? <CausePicker disagreement={disagreement} /> : null}
      </div>
      <Discussion />
    </section>
  )
}

function Actions() {
  const { view, current, disagreement, mode, isPending, setMode, withdraw } = useDeskContext()
  if (!view.abilities.adjudicate || !current || mode !== 'read') return null
  const { settled } = current
  return (
    <>
      <Button size="sm" shortcut={DESK_KEYS.edit} onClick={() => setMode('edit')}>
        {settled ? 'Settle it otherwise' : 'Something else'}
      </Button>
      {(disagreement ?? view.discussion) && settled === null ? (
        <Button size="sm" shortcut={DESK_KEYS.propose} onClick={() => setMode('propose')}>
          Propose
        </Button>
      ) : null}
      {settled && isByPerson(settled) ? (
        <Button size="sm" loading={isPending} onClick={() => withdraw(current)}>
          Take back
        </Button>
      ) : null}
    </>
  )
}

/** The form for a value of one's own: settling with a reason, or proposing. */
function OwnValue() {
  const { view, current, question, disagreement, talk, mode, settle, propose, setMode } = useDeskContext()
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
  if (question.list) return <ListEditor {...frame} initial={given ?? talk?.offered ?? null} />
  return (
    <ValueForm
      {...frame}
      question={question}
      unit={current.unit}
      keptAs={`${mode} ${view.userId} ${view.taskId} ${current.unit} ${current.question}`}
      initial={given ?? (question.options ? null : (current.values[0]?.value ?? null))}
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
