'use client'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { type QuestionProps, useBench } from './bench-context'
import { ChoiceQuestion } from './choice-question'
import { LinksQuestion } from './links-question'
import { ListQuestion } from './list-question'
import { ReferencesQuestion } from './references-question'
import { SpanQuestion } from './span-question'
import { TextQuestion } from './text-question'

const FORMS = {
  choice: ChoiceQuestion,
  text: TextQuestion,
  links: LinksQuestion,
  list: (props: QuestionProps) => <ListQuestion {...props} Form={UnitQuestions} />,
  references: ReferencesQuestion,
  span: SpanQuestion,
}

/** One question in the form it asks for. */
export function QuestionControl(props: QuestionProps) {
  const Form = FORMS[props.question.form]
  return <Form {...props} />
}

/** The questions asked of a unit now, one below the other; `only` leaves out the others. */
export function UnitQuestions({ unit, only }: { unit: UnitDraft; only?: readonly string[] }) {
  const { survey } = useBench()
  const asked = survey.units.get(unit.key)?.asked ?? []
  return (
    <div className="space-y-4">
      {asked
        .filter(({ key }) => only?.includes(key) ?? true)
        .map((question) => (
          <QuestionControl key={question.key} unit={unit} question={question} />
        ))}
    </div>
  )
}
