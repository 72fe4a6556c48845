'use client'
import { askedQuestions } from '@/lib/annotations/rules'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { type QuestionProps, useBench } from './bench-context'
import { ChoiceQuestion } from './choice-question'
import { LinksQuestion } from './links-question'
import { TextQuestion } from './text-question'

const FORMS = { choice: ChoiceQuestion, text: TextQuestion, links: LinksQuestion }

function QuestionControl(props: QuestionProps) {
  const Form = FORMS[props.question.form]
  return <Form {...props} />
}

/** The questions asked of a unit now, one below the other. */
export function UnitQuestions({ unit }: { unit: UnitDraft }) {
  const { stage, subject, answers } = useBench()
  return (
    <div className="space-y-4">
      {askedQuestions(stage, subject, answers, unit).map((question) => (
        <QuestionControl key={question.key} unit={unit} question={question} />
      ))}
    </div>
  )
}
