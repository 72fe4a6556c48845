'use client'
import { type QuestionProps, useBench } from '@/components/annotation/workbench/bench-context'
import { QuestionFrame } from '@/components/annotation/workbench/question-frame'
import { Button } from '@/components/ui/button'
import { marksAround } from './mark-acts'
import { markingAt } from './span-acts'

/** Where an entry of a list of marks is: its words, and what moves it. The text itself is marked where it is read. */
export function PlaceQuestion({ unit, question }: QuestionProps) {
  const bench = useBench()
  const { survey, readOnly } = bench
  const place = marksAround({ survey }, unit.key)
  if (!place) return null
  const marking = markingAt(bench, place)
  const mark = marking.spans.find(({ entry }) => entry === unit.key)
  return (
    <QuestionFrame unit={unit} question={question}>
      <p dir="auto" className="wrap-anywhere rounded-md border border-line bg-sunken px-2.5 py-1.5 text-sm">
        {unit.text === '' ? <span className="text-muted">Nothing is marked yet.</span> : <q>{unit.text}</q>}
      </p>
      {readOnly || !mark ? null : (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" onClick={() => marking.goTo(mark)}>
            Show in the text
          </Button>
          <Button
            size="sm"
            // The words stay chosen.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => marking.moveTo(mark)}
          >
            Move to the chosen words
          </Button>
        </div>
      )}
    </QuestionFrame>
  )
}
