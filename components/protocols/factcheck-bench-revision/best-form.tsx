'use client'
import { fieldId, useBench } from '@/components/annotation/workbench/bench-context'
import { QuestionFrame } from '@/components/annotation/workbench/question-frame'
import { QuestionControl } from '@/components/annotation/workbench/unit-questions'
import { DecisionPanel } from '@/components/protocols/side-by-side/decision-panel'
import { cn } from '@/components/ui/cn'
import { Kbd } from '@/components/ui/kbd'
import type { OutboxStatus } from '@/lib/annotation/outbox/outbox-entry'
import { chosenKeys, optionsOf } from '@/lib/protocols/factcheck-bench-revision/choices'
import type { Question, UnitDraft } from '@/lib/protocols/protocol'
import { chooseRevision, keyOfPlace } from './handlers'

/** The criteria in their order, the choice by place, and the reason. */
export function BestForm({ unit }: { unit: UnitDraft }) {
  const { survey } = useBench()
  const askedQuestions = survey.units.get(unit.key)?.asked ?? []
  return (
    <div className="grid items-start gap-x-6 gap-y-3 lg:grid-cols-3">
      <Criteria />
      {askedQuestions.map((question) =>
        question.key === 'best' ? (
          <Places key={question.key} unit={unit} question={question} />
        ) : (
          <QuestionControl key={question.key} unit={unit} question={question} />
        ),
      )}
    </div>
  )
}

export function BestPanel({ status }: { status: OutboxStatus }) {
  return <DecisionPanel status={status} Form={BestForm} />
}

/** What makes a revision better, the first that tells two apart deciding (Factcheck-Bench, 4.4). */
const criteria = [
  { title: 'No factual errors', text: 'What was false is corrected, and nothing false was put in.' },
  { title: 'Keeps the style', text: 'It keeps the wording, tone and form of the original wherever that was right.' },
  { title: 'Reads naturally', text: 'It is fluent and complete, as if it had been written that way from the start.' },
] as const

function Criteria() {
  return (
    <section aria-label="Criteria, in this order" className="text-sm">
      <h2 className="mb-1.5 font-medium">The first difference in this order decides</h2>
      <ol className="list-decimal space-y-0.5 ps-5">
        {criteria.map(({ title, text }) => (
          <li key={title}>
            {title}
            <span className="text-muted max-lg:sr-only">: {text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Places({ unit, question }: { unit: UnitDraft; question: Question }) {
  const bench = useBench()
  const chosen = chosenKeys(bench.answers)
  return (
    <QuestionFrame unit={unit} question={question}>
      <div id={fieldId(unit.key, question.key)} tabIndex={-1} className="grid grid-cols-4 gap-2">
        {optionsOf(bench.subject).map(({ key }, index) => (
          <button
            key={key}
            type="button"
            aria-pressed={chosen.includes(key)}
            disabled={bench.readOnly}
            onClick={() => chooseRevision(bench, key)}
            className={cn(
              'min-h-11 rounded-md border px-1 py-1 text-sm',
              chosen.includes(key) ? 'border-accent bg-accent-surface font-semibold' : 'border-control bg-surface',
            )}
          >
            <span className="flex flex-wrap items-center justify-center gap-1.5">
              Revision {index + 1}
              <Kbd of={keyOfPlace(index + 1)} hidden className="max-lg:hidden" />
            </span>
          </button>
        ))}
      </div>
    </QuestionFrame>
  )
}
