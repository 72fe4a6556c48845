'use client'
import { cn } from '@/components/ui/cn'
import { Kbd } from '@/components/ui/kbd'
import { TONE_BOX, TONE_OUTLINE } from '@/components/ui/tone'
import { useAriaKeys } from '@/components/ui/use-shortcut'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { isOpenToPick, numberToPick, type PickQuestion as Pick, pickedFrom, referencesIn } from '@/lib/protocols/picks'
import type { Tone, UnitDraft } from '@/lib/protocols/protocol'
import { fieldId, useBench } from './bench-context'
import { optionBinding, pickBinding } from './keys'
import { OptionText, SUGGESTED_OPTION } from './option-text'
import { actsOfPick } from './pick-acts'
import { QuestionFrame } from './question-frame'
import { suggestedOptions } from './suggested'
import { capitalised, kindWord } from './unit-name'

/** One or several of the units that stand side by side, by their places as seen, or what is said instead. */
export function PickQuestion({ unit, question }: { unit: UnitDraft; question: Pick }) {
  const bench = useBench()
  const { protocol, stage, subject, answers, showDefinitions } = bench
  const value = answers[unit.key]?.[question.key] ?? null
  const picked = referencesIn(value)
  const candidates = pickedFrom(question, subject.units, unit.key)
  const suggested = suggestedOptions(bench, { unit, question })
  const acts = actsOfPick(bench, { unit, question })
  const word = capitalised(kindWord(stage, question.picks.kind))
  return (
    <QuestionFrame unit={unit} question={question} note={numberToPick(question)}>
      {candidates.length === 0 ? <p className="text-muted text-sm">There is nothing to choose from.</p> : null}
      <div
        id={fieldId(unit.key, question.key)}
        tabIndex={-1}
        className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-2"
      >
        {candidates.map(({ key }, place) => (
          <PickButton
            key={key}
            shortcut={pickBinding(protocol.id, stage, question, place)}
            chosen={picked.includes(key)}
            isOpen={isOpenToPick(question, value, key)}
            onPick={() => acts.pick(key)}
          >
            {word} {place + 1}
          </PickButton>
        ))}
      </div>
      {question.options ? (
        <div className={cn('mt-2 grid gap-2', showDefinitions ? 'grid-cols-1' : 'grid-cols-2')}>
          {question.options.map((option) => {
            const proposers = suggested.get(option.value)
            return (
              <PickButton
                key={option.key}
                shortcut={optionBinding(protocol.id, stage, question, option)}
                chosen={value === option.value}
                tone={option.tone}
                isSuggested={proposers !== undefined}
                definition={showDefinitions ? option.definition : null}
                onPick={() => acts.choose(option.value)}
              >
                <OptionText text={option.text} proposers={proposers} />
              </PickButton>
            )
          })}
        </div>
      ) : null}
    </QuestionFrame>
  )
}

interface PickButtonProps {
  shortcut: KeyBinding
  chosen: boolean
  tone?: Tone
  isSuggested?: boolean
  /** Can it be picked, or taken back? Not where as many are picked as may be. */
  isOpen?: boolean
  definition?: string | null
  onPick(): void
  children: React.ReactNode
}

/** The button of a unit, beside the question or over its text. */
export function PickButton({
  shortcut,
  chosen,
  tone,
  isSuggested,
  isOpen = true,
  definition,
  onPick,
  children,
}: PickButtonProps) {
  const { readOnly } = useBench()
  const aria = useAriaKeys()
  const marked = tone
    ? cn(TONE_BOX[tone], TONE_OUTLINE[tone])
    : 'border-accent bg-accent-surface outline outline-accent'
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-keyshortcuts={aria(shortcut)}
      aria-disabled={!isOpen || undefined}
      disabled={readOnly}
      onClick={onPick}
      className={cn(
        'min-h-11 min-w-0 rounded-md border px-3 py-2 text-start text-sm transition-colors duration-100 disabled:cursor-default',
        chosen
          ? cn(marked, 'font-semibold')
          : cn(
              'border-control bg-surface disabled:text-muted',
              isOpen ? 'not-disabled:hover:bg-hover' : 'cursor-not-allowed text-muted',
            ),
        isSuggested && SUGGESTED_OPTION,
      )}
    >
      <span className="flex items-center justify-between gap-2">
        <span className="min-w-0">{children}</span>
        <Kbd of={shortcut} hidden />
      </span>
      {definition ? (
        <span className="mt-1 block font-normal text-muted text-xs leading-relaxed">{definition}</span>
      ) : null}
    </button>
  )
}
