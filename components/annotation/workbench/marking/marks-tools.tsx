'use client'
import { fieldId, useBench } from '@/components/annotation/workbench/bench-context'
import { FIELD_KEYS, LIST_KEYS } from '@/components/annotation/workbench/keys'
import { kindWord } from '@/components/annotation/workbench/unit-name'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { type AskedMarkList, labelQuestionOf } from './mark-acts'
import { markingAt } from './span-acts'
import { SpanAnnouncements } from './span-announcements'
import { LabelButton } from './spans-question'

/** Beside a list of marks: what marks the words that are chosen in its text, with the keys. */
export function MarksTools({ unit, question }: AskedMarkList) {
  const bench = useBench()
  const { stage, readOnly, showDefinitions } = bench
  const marking = markingAt(bench, { unit, question })
  const label = labelQuestionOf(stage, question)
  const word = kindWord(stage, question.list.kind)
  if (readOnly) return null
  return (
    <div className="mb-3">
      <p id={`${fieldId(unit.key, question.key)}-how`} className="mb-2 text-muted text-xs">
        Choose words in the text, with the pointer or with Shift and the arrows, then press Enter
        {label ? ' or the key of a label' : ''}: they are a {word}, and its questions are asked here. At a {word}, Enter
        moves it to the words that are chosen.
      </p>
      {label ? (
        <div className={cn('grid gap-2', showDefinitions ? 'grid-cols-1' : 'grid-cols-2')}>
          {label.options?.map((option) => (
            <LabelButton
              key={option.key}
              question={label}
              option={option}
              onChoose={() => marking.label(option.value)}
            />
          ))}
        </div>
      ) : null}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          size="sm"
          shortcut={LIST_KEYS.add}
          // The words stay chosen, and the focus in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={marking.markChosen}
        >
          Mark the chosen words
        </Button>
        <Button size="sm" shortcut={FIELD_KEYS.markText} onClick={marking.goToText}>
          To the text
        </Button>
      </div>
      <SpanAnnouncements question={marking.question} marking={marking} />
    </div>
  )
}
