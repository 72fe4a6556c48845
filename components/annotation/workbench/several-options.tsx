'use client'
import { Checkbox } from 'radix-ui'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Check } from '@/components/ui/icons'
import { Kbd } from '@/components/ui/kbd'
import { TONE_BOX, TONE_OUTLINE } from '@/components/ui/tone'
import { useAriaKeys } from '@/components/ui/use-shortcut'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { isOpenTo, listedValues, numberToChoose, rankOf, withChoice } from '@/lib/protocols/option-lists'
import type { Option } from '@/lib/protocols/protocol'
import { fieldId, type QuestionProps, useBench } from './bench-context'
import { optionBinding } from './keys'
import { QuestionFrame } from './question-frame'

/**
 * Any of a few values: each key puts its option in, or takes it out. To a screen reader it is a group of checkboxes, whose name is the
 * question with how many are to be chosen.
 */
export function SetQuestion({ unit, question }: QuestionProps) {
  const { protocol, stage, answers, showDefinitions, chooseAll } = useBench()
  const value = answers[unit.key]?.[question.key]
  const toggle = (option: Option) =>
    chooseAll([{ unit: unit.key, question: question.key, value: withChoice(question, value, option.value) }], {
      origin: 'chosen',
    })
  return (
    <QuestionFrame unit={unit} question={question} note={numberToChoose(question)}>
      <div
        id={fieldId(unit.key, question.key)}
        tabIndex={-1}
        className={cn('grid gap-2', showDefinitions ? 'grid-cols-1' : 'grid-cols-2')}
      >
        {(question.options ?? []).map((option) => (
          <SetOption
            key={option.key}
            option={option}
            shortcut={optionBinding(protocol.id, stage, question, option)}
            chosen={listedValues(value).includes(option.value)}
            isOpen={isOpenTo(question, value, option)}
            onToggle={() => toggle(option)}
          />
        ))}
      </div>
    </QuestionFrame>
  )
}

interface SetOptionProps {
  option: Option
  shortcut: KeyBinding
  chosen: boolean
  /** Can it be chosen, or taken back? Not where as many are chosen as may be. */
  isOpen: boolean
  onToggle(): void
}

function SetOption({ option, shortcut, chosen, isOpen, onToggle }: SetOptionProps) {
  const { readOnly, showDefinitions } = useBench()
  const aria = useAriaKeys()
  return (
    <Checkbox.Root
      checked={chosen}
      aria-keyshortcuts={aria(shortcut)}
      aria-disabled={!isOpen || undefined}
      disabled={readOnly}
      onCheckedChange={onToggle}
      className={cn(
        'min-h-11 rounded-md border px-3 py-2 text-start text-sm transition-colors duration-100 disabled:cursor-default',
        chosen
          ? cn(TONE_BOX[option.tone], TONE_OUTLINE[option.tone], 'font-semibold')
          : 'border-control bg-surface disabled:text-muted',
        !chosen && (isOpen ? 'not-disabled:hover:bg-hover' : 'cursor-not-allowed text-muted'),
        option.exclusive && !showDefinitions && 'col-span-full',
      )}
    >
      <span className="flex items-center gap-2">
        <span
          aria-hidden
          className="grid size-4 shrink-0 place-items-center rounded-sm border border-control bg-surface text-ink"
        >
          {chosen ? <Check strokeWidth={3} className="size-3" /> : null}
        </span>
        <span className="min-w-0 flex-1">{option.text}</span>
        <Kbd of={shortcut} hidden />
      </span>
      {showDefinitions ? (
        <span className="mt-1 block font-normal text-muted text-xs leading-relaxed">{option.definition}</span>
      ) : null}
    </Checkbox.Root>
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
