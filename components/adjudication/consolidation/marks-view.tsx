'use client'
import { spansQuestionOf } from '@/components/annotation/workbench/marking/mark-acts'
import { SpanDrawing } from '@/components/annotation/workbench/marking/span-drawing'
import { ScrollArea } from '@/components/ui/scroll-area'
import { type MarkListQuestion, marksOf } from '@/lib/protocols/marks'
import { useDeskContext } from './desk-context'
import { laneName } from './words'

/** The text of a list of marks as each annotator marked it, one above the other. */
export function MarksView({ question, unit }: { question: MarkListQuestion; unit: string }) {
  const { view, stage, subject, lanes } = useDeskContext()
  const drawn = spansQuestionOf(stage, question)
  const text = question.list.marks.textIn(subject.content)
  return (
    <div className="space-y-2">
      {lanes.map((lane) => {
        const name = laneName(view, lane.id)
        const marks = marksOf(question, lane.answers, unit)
        return (
          <figure key={lane.id}>
            <figcaption className="font-medium text-muted text-xs">{`Marked by ${name}`}</figcaption>
            <ScrollArea
              label={`The text as ${name} marked it`}
              className="max-h-60 rounded-md border border-line bg-surface px-2 py-1"
            >
              <p dir="auto" className="whitespace-pre-wrap wrap-break-word text-sm leading-loose">
                <SpanDrawing text={text} spans={marks} question={drawn} />
              </p>
            </ScrollArea>
          </figure>
        )
      })}
    </div>
  )
}
