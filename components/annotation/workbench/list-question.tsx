'use client'
import type { ComponentType } from 'react'
import { Button } from '@/components/ui/button'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { fieldId, type QuestionProps, useBench } from './bench-context'
import { EntryCard } from './entry-card'
import { LIST_KEYS } from './keys'
import { addEntry, isListQuestion, listOf } from './lists'
import { QuestionFrame } from './question-frame'
import { SeedCards } from './seed-cards'
import { kindWord } from './unit-name'

/** Units that the annotator lists: a card each, the open one with its questions; below what is proposed and not taken. */
export function ListQuestion({ unit, question, Form }: QuestionProps & { Form: ComponentType<{ unit: UnitDraft }> }) {
  const { stage, survey, answers, open, readOnly, perform } = useBench()
  if (!isListQuestion(question)) return null
  const list = listOf(answers, unit.key, question)
  const word = kindWord(stage, question.list.kind)
  return (
    <QuestionFrame unit={unit} question={question}>
      <div id={fieldId(unit.key, question.key)} tabIndex={-1} className="space-y-2">
        {list.entries.length === 0 ? <p className="text-muted text-sm">None yet.</p> : null}
        {list.entries.length > 0 ? (
          <ol className="space-y-2">
            {list.entries.map((entry, index) => {
              const part = survey.units.get(entry.key)?.unit
              return part ? (
                <EntryCard
                  key={entry.key}
                  list={list}
                  entry={entry}
                  index={index}
                  part={part}
                  word={word}
                  Form={Form}
                />
              ) : null
            })}
          </ol>
        ) : null}
        <SeedCards list={list} />
        {readOnly ? null : (
          <Button
            shortcut={LIST_KEYS.add}
            onClick={() => perform(addEntry(list, list.entries.some(({ key }) => key === open) ? open : null))}
          >
            Add: {word}
          </Button>
        )}
      </div>
    </QuestionFrame>
  )
}
