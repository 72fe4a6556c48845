'use client'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Kbd } from '@/components/ui/kbd'
import { TONE_BOX, TONE_OUTLINE } from '@/components/ui/tone'
import { useAriaKeys } from '@/components/ui/use-shortcut'
import { listedValues, rankOf, withChoice } from '@/lib/protocols/option-lists'
import type { Option } from '@/lib/protocols/protocol'
import { fieldId, type QuestionProps, useBench } from './bench-context'
import { optionBinding } from './keys'
import { QuestionFrame } from './question-frame'

/** Any of a few values: each key puts its option in, or takes it out. */
export function SetQuestion({ unit, question }: QuestionProps) {
  const { protocol, stage, answers, readOnly, showDefinitions, chooseAll } = useBench()
  const aria = useAriaKeys()
  const value = answers[unit.key]?.[question.key]
  const toggle = (option: Option) =>
    chooseAll([{ unit: unit.key, question: question.key, value: withChoice(question, value, option.value) }], {
      origin: 'chosen',
    })
  return (
    <QuestionFrame unit={unit} question={question}>
      <div
        id={fieldId(unit.key, question.key)}
        tabIndex={-1}
        className={cn('grid gap-2', showDefinitions ? 'grid-cols-1' : 'grid-cols-2')}
      >
        {(question.options ?? []).map((option) => {
          const key = optionBinding(protocol.id, stage, question, option)
          const chosen = listedValues(value).includes(option.value)
          return (
            <button
              key={option.key}
              type="button"
              aria-pressed={chosen}
              aria-keyshortcuts={aria(key)}
              disabled={readOnly}
              onClick={() => toggle(option)}
              className={cn(
                'min-h-11 rounded-md border px-3 py-2 text-start text-sm transition-colors duration-100 disabled:cursor-default',
                chosen
                  ? cn(TONE_BOX[option.tone], TONE_OUTLINE[option.tone], 'font-semibold')
                  : 'border-control bg-surface not-disabled:hover:bg-hover disabled:text-muted',
              )}
            >
              <span className="flex items-center justify-between gap-2">
                {option.text}
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

/** All values in an order: each key moves its option one place up. The order shown first counts once it is taken. */
export function RankQuestion({ unit, question }: QuestionProps) {
  const { protocol, stage, answers, readOnly, showDefinitions, chooseAll } = useBench()
  const aria = useAriaKeys()
  const value = answers[unit.key]?.[question.key]
  const order = rankOf(question, value)
  const answer = (next: typeof value = null) =>
    chooseAll([{ unit: unit.key, question: question.key, value: next }], { origin: 'chosen' })
  return (
    <QuestionFrame unit={unit} question={question}>
      <ol id={fieldId(unit.key, question.key)} tabIndex={-1} className="space-y-2">
        {order.map((each, place) => {
          const option = question.options?.find((candidate) => candidate.value === each)
          if (!option) return null
          const key = optionBinding(protocol.id, stage, question, option)
          return (
            <li
              key={option.key}
              className="flex items-start gap-2 rounded-md border border-control bg-surface px-3 py-2 text-sm"
            >
              <span className="tabular-nums text-muted">{place + 1}.</span>
              <span className="min-w-0 flex-1">
                {option.text}
                {showDefinitions ? <span className="block text-muted text-xs">{option.definition}</span> : null}
              </span>
              {readOnly ? null : (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Move ${option.text} up`}
                  aria-keyshortcuts={aria(key)}
                  disabled={place === 0}
                  onClick={() => answer(withChoice(question, value, option.value))}
                >
                  Up <Kbd of={key} hidden />
                </Button>
              )}
            </li>
          )
        })}
      </ol>
      {readOnly || value != null ? null : (
        <Button size="sm" className="mt-2" onClick={() => answer([...order])}>
          Take this order
        </Button>
      )}
    </QuestionFrame>
  )
}
