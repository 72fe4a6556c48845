'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import type { StageView } from '@/components/annotation/workbench/stage-view'
import { QuestionControl } from '@/components/annotation/workbench/unit-questions'
import { cn } from '@/components/ui/cn'
import type { OutboxStatus } from '@/lib/annotation/outbox/outbox-entry'
import { isPick } from '@/lib/protocols/picks'
import type { Stage, UnitDraft } from '@/lib/protocols/protocol'
import { DecisionPanel } from './decision-panel'
import { SidesPane } from './sides-pane'

/**
 * Are units compared in this stage, nothing asked but about the item, and no other units shown, nor a text marked? Then they stand side by side
 * with the questions below them.
 */
export function comparesSides(
  { questions, unitKinds }: Pick<Stage, 'questions' | 'unitKinds'>,
  stages: readonly Pick<Stage, 'questions'>[],
): boolean {
  const listed = new Set(stages.flatMap((stage) => stage.questions.flatMap(({ list }) => list?.kind ?? [])))
  const compared = new Set(questions.filter(isPick).map(({ picks }) => picks.kind))
  return (
    compared.size > 0 &&
    questions.every(({ unit, form }) => unit === 'item' && form !== 'spans') &&
    unitKinds.every(({ kind }) => kind === 'item' || compared.has(kind) || listed.has(kind))
  )
}

function SidesForm({ unit }: { unit: UnitDraft }) {
  const { survey } = useBench()
  const askedQuestions = survey.units.get(unit.key)?.asked ?? []
  return (
    <div className="@container">
      <div
        className={cn(
          'grid items-start gap-x-6 gap-y-3',
          askedQuestions.length > 1 && '@2xl:grid-cols-2 @5xl:grid-cols-3',
        )}
      >
        {askedQuestions.map((question) => (
          <QuestionControl key={question.key} unit={unit} question={question} />
        ))}
      </div>
    </div>
  )
}

const SidesPanel = ({ status }: { status: OutboxStatus }) => <DecisionPanel status={status} Form={SidesForm} />

export const SIDES_VIEW: StageView = {
  ReadingPane: SidesPane,
  Panel: SidesPanel,
  UnitForm: SidesForm,
  ItemForm: SidesForm,
  bindings: [],
  handlers: () => ({}),
}
