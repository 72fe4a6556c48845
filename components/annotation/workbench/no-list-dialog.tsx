'use client'
import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { type Survey, withChanges } from '@/lib/annotation/annotations/rules'
import { ESCAPE } from '@/lib/platform/client/fixed-keys'
import type { Answers, Option, Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { useBench } from './bench-context'
import { isListQuestion, type ListQuestion } from './lists'
import { capitalised, kindWord, unitName } from './unit-name'

/* Why nothing can be listed where one is: pure, for the dialog that says so. */

/** The unit that could have a list, the list, and the options any of which would have it asked. */
interface NoList {
  unit: UnitDraft
  question: ListQuestion
  options: Option[]
}

/** The list nearest to the open unit (its own, else that of its whole) and what stands in its way; null without any. */
function noListAt(stage: Stage, subject: Subject, answers: Answers, survey: Survey, open: string): NoList | null {
  const surveyedUnit = survey.units.get(open)
  if (!surveyedUnit) return null
  const question = stage.questions.filter(isListQuestion).find(({ unit }) => unit === surveyedUnit.unit.kind)
  const parent = surveyedUnit.unit.parent
  if (!question) return parent === undefined ? null : noListAt(stage, subject, answers, survey, parent)
  const opens = (key: string, { value }: Option) =>
    question.asked(
      subject,
      withChanges(answers, [{ unit: surveyedUnit.unit.key, question: key, value }]),
      surveyedUnit.unit,
    )
  const options = surveyedUnit.asked.flatMap(({ key, options: all = [] }) => all.filter((option) => opens(key, option)))
  return { unit: surveyedUnit.unit, question, options }
}

/** Says why nothing can be added here. What is typed meanwhile, in the belief that it were a text, does nothing. */
export function NoListDialog({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  const { stage, subject, answers, survey, open: openKey } = useBench()
  if (!open) return null
  const found = noListAt(stage, subject, answers, survey, openKey)
  const word = found ? kindWord(stage, found.question.list.kind) : 'entry'
  return (
    <Dialog title={`No ${word} can be added here`} size="sm" open onOpenChange={onOpenChange}>
      {/* The focus is on the text: on a button, the first blank typed would close the dialog. */}
      <p ref={(text) => text?.focus()} tabIndex={-1} className="text-sm focus-visible:outline-none">
        {found ? <Reason {...found} /> : 'Nothing can be listed here.'} Nothing was added. Press <Kbd of={ESCAPE} /> to
        go back.
      </p>
    </Dialog>
  )
}

/** "Sentence 2: “Claims” is asked only after “Check-worthy” (1)." */
function Reason({ unit, question, options }: NoList) {
  const { stage, subject } = useBench()
  const name = capitalised(unitName(stage, subject, unit))
  if (options.length === 0) return <>{`“${question.title}” is not asked of ${unitName(stage, subject, unit)}.`}</>
  return (
    <>
      {`${name}: “${question.title}” is asked only after `}
      {options.map(({ key, text }, index) => (
        <span key={key}>
          {index > 0 ? ' or ' : ''}“{text}” <Kbd keys={key} />
        </span>
      ))}
      .
    </>
  )
}
