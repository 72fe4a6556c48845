'use client'
import { cn } from '@/components/ui/cn'
import { Kbd } from '@/components/ui/kbd'
import { TONE_BOX, TONE_OUTLINE } from '@/components/ui/tone'
import { useAriaKeys } from '@/components/ui/use-shortcut'
import { answerOf, standingAnswer } from '@/lib/protocols/completeness'
import { type QuestionProps, useBench } from './bench-context'
import { optionBinding } from './keys'
import { OptionText, SUGGESTED_OPTION } from './option-text'
import { QuestionFrame } from './question-frame'
import { suggestedOptions } from './suggested'

/** One of a few values, each with its key; choosing goes on to where the answer leads. */
export function ChoiceQuestion({ unit, question }: QuestionProps) {
  const bench = useBench()
  const { protocol, stage, subject, answers, readOnly, showDefinitions, choose } = bench
  const aria = useAriaKeys()
  // What stands by itself is shown as chosen, if more quietly, until somebody chooses.
  const value = standingAnswer(question, subject, answers, unit)
  const isGiven = answerOf(answers, unit.key, question.key) !== null
  const suggested = suggestedOptions(bench, { unit, question })
  return (
    <QuestionFrame unit={unit} question={question}>
      <div className={cn('grid gap-2', showDefinitions ? 'grid-cols-1' : 'grid-cols-2')}>
        {(question.options ?? []).map((option) => {
          const chosen = option.value === value
          const proposers = suggested.get(option.value)
          const key = optionBinding(protocol.id, stage, question, option)
          return (
            <button
              key={option.key}
              type="button"
              aria-pressed={chosen}
              aria-keyshortcuts={aria(key)}
              disabled={readOnly}
              onClick={() => choose(unit.key, question.key, option.value)}
              className={cn(
                'min-h-11 rounded-md border px-3 py-2 text-start text-sm transition-colors duration-100 disabled:cursor-default',
                chosen
                  ? cn(TONE_BOX[option.tone], isGiven && cn(TONE_OUTLINE[option.tone], 'font-semibold'))
                  : 'border-control bg-surface not-disabled:hover:bg-hover disabled:text-muted',
                proposers && SUGGESTED_OPTION,
              )}
            >
              <span className="flex items-center justify-between gap-2">
                <OptionText text={option.text} proposers={proposers} />
                <Kbd of={key} hidden />
              </span>
              {showDefinitions ? (
                <span className="mt-1 block font-normal text-muted text-xs leading-relaxed">{option.definition}</span>
              ) : null}
            </button>
          )
        })}
      </div>
    </QuestionFrame>
  )
}
