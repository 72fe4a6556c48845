'use client'
import { Checkbox } from '@/components/ui/checkbox'
import { partsOf } from '@/lib/protocols/made-units'
import { fieldId, type QuestionProps, useBench } from './bench-context'
import { QuestionFrame } from './question-frame'
import { referencesIn, withReference } from './references'
import { capitalised, kindWord, numberOf } from './unit-name'

/** Which of its own parts a unit rests on. */
export function ReferencesQuestion({ unit, question }: QuestionProps) {
  const { stage, subject, answers, readOnly, chooseAll } = useBench()
  const value = answers[unit.key]?.[question.key]
  const chosen = new Set(referencesIn(value))
  const parts = partsOf(subject, unit.key)
  return (
    <QuestionFrame unit={unit} question={question}>
      {parts.length === 0 ? <p className="text-muted text-sm">There is nothing to choose from yet.</p> : null}
      <ul id={fieldId(unit.key, question.key)} tabIndex={-1} className="space-y-2">
        {parts.map((part) => (
          <li key={part.key}>
            <Checkbox
              label={`${capitalised(kindWord(stage, part.kind))} ${numberOf(subject, part)}`}
              hint={
                <span dir="auto" className="line-clamp-2">
                  {part.text}
                </span>
              }
              checked={chosen.has(part.key)}
              disabled={readOnly}
              onCheckedChange={() =>
                chooseAll([{ unit: unit.key, question: question.key, value: withReference(value, part.key) }], {
                  origin: 'chosen',
                })
              }
            />
          </li>
        ))}
      </ul>
    </QuestionFrame>
  )
}
