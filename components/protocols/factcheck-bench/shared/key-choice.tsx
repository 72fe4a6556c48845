'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { optionBinding } from '@/components/annotation/workbench/keys'
import { OptionText, SUGGESTED_OPTION } from '@/components/annotation/workbench/option-text'
import { cn } from '@/components/ui/cn'
import { Kbd } from '@/components/ui/kbd'
import { TONE_BOX, TONE_OUTLINE } from '@/components/ui/tone'
import { ToneMark } from '@/components/ui/tone-mark'
import { useAriaKeys } from '@/components/ui/use-shortcut'
import type { Json, Option, Question } from '@/lib/protocols/protocol'

interface KeyChoiceProps {
  question: Question
  value: Json
  /** Do the options' keys answer this question now? They are shown only then; their room is kept. */
  hasKeys: boolean
  /** The values that machines propose, each with who does. */
  suggested?: ReadonlyMap<Json, string>
  onChoose(value: Option['value']): void
  /** Where there is little room: the question's title in its place, and no mark of the tone, which then stands elsewhere. */
  isNarrow?: boolean
  /** Lets the question as such take the focus. */
  id?: string
  className?: string
}

/** A choice in one row of buttons, each with its key. */
export function KeyChoice(props: KeyChoiceProps) {
  const { question, value, hasKeys, suggested, onChoose, isNarrow, id, className } = props
  const { protocol, stage, readOnly, showDefinitions } = useBench()
  const aria = useAriaKeys()
  return (
    <fieldset
      id={id}
      tabIndex={id ? -1 : undefined}
      className="min-w-0 scroll-mt-28 scroll-mb-4 rounded-md outline-offset-4"
    >
      <legend className={isNarrow ? 'mb-1 text-xs' : 'mb-1.5 font-medium text-sm'}>
        {isNarrow ? (
          <>
            <span aria-hidden className="font-semibold">
              {question.title}{' '}
            </span>
            {question.required ? null : <span className="text-muted">(optional) </span>}
            <span className="text-muted max-sm:sr-only">{question.prompt}</span>
          </>
        ) : (
          <>
            {question.prompt}
            {question.required ? null : <span className="font-normal text-muted"> (optional)</span>}
          </>
        )}
      </legend>
      <div className={cn('grid gap-1.5', showDefinitions ? 'grid-cols-1' : className)}>
        {question.options?.map((option) => {
          const isChosen = option.value === value
          const proposers = suggested?.get(option.value)
          const key = optionBinding(protocol.id, stage, question, option)
          return (
            <button
              key={option.key}
              type="button"
              aria-pressed={isChosen}
              aria-keyshortcuts={hasKeys ? aria(key) : undefined}
              disabled={readOnly}
              onClick={() => onChoose(option.value)}
              className={cn(
                'min-h-8 rounded-md border px-2 py-1 text-start text-[0.8125rem] leading-tight transition-colors duration-100 disabled:cursor-default pointer-coarse:min-h-11',
                isChosen
                  ? cn(TONE_BOX[option.tone], TONE_OUTLINE[option.tone], 'font-semibold')
                  : 'border-control bg-surface not-disabled:hover:bg-hover disabled:text-muted',
                proposers && SUGGESTED_OPTION,
              )}
            >
              <span className="flex items-center justify-between gap-1.5">
                <span className="flex min-w-0 items-center gap-1">
                  {isChosen && !isNarrow ? <ToneMark tone={option.tone} /> : null}
                  <OptionText text={option.text} proposers={proposers} />
                </span>
                <Kbd of={key} hidden className={cn(!hasKeys && 'invisible')} />
              </span>
              {showDefinitions ? (
                <span className="mt-1 block font-normal text-muted text-xs leading-relaxed">{option.definition}</span>
              ) : null}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
