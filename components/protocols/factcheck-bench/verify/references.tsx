'use client'
import type { KeyboardEvent } from 'react'
import { fieldId, useBench } from '@/components/annotation/workbench/bench-context'
import { Below } from '@/components/protocols/factcheck-bench/shared/below'
import { askedQuestion } from '@/components/protocols/factcheck-bench/shared/questions'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Sign } from '@/components/ui/sign'
import { hostOf } from '@/components/ui/web-address'
import { keyCap } from '@/lib/platform/client/keyboard'
import { answerOf } from '@/lib/protocols/completeness'
import { evidenceDataOf } from '@/lib/protocols/factcheck-bench/unit-data'
import type { Answers, UnitDraft } from '@/lib/protocols/protocol'
import { referencesOf, referToRefuting, refuting, toggleReference } from './acts'
import { VERIFY_KEYS } from './handlers'
import { cardsOf } from './places'

/** The evidence that the correction rests on: a chip for each piece, to be switched on and off. */
export function References({ claim }: { claim: UnitDraft }) {
  const bench = useBench()
  const { subject, answers, open, readOnly } = bench
  const question = askedQuestion(bench, claim, 'references')
  if (!question) return null
  const cards = cardsOf(subject, claim.key)
  const chosen = referencesOf(bench, claim)
  const lost = chosen.filter((key) => !cards.some((card) => card.key === key))
  const rest = refuting(bench, claim).filter((key) => !chosen.includes(key))
  // While these have the focus, digits mean what they are numbered by, not the claim's other questions.
  const onDigit = (event: KeyboardEvent) => {
    const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event.nativeEvent
    const digit = /^\d$/.test(key) ? key : keyCap({ key, code })
    if (ctrlKey || metaKey || altKey || shiftKey || !digit || !/^\d$/.test(digit)) return
    event.preventDefault()
    const card = cards[Number(digit) - 1]
    if (card && !readOnly) toggleReference(bench, claim, card.key)
  }
  return (
    <fieldset
      id={fieldId(claim.key, question.key)}
      tabIndex={-1}
      onKeyDown={onDigit}
      className="min-w-0 scroll-mt-28 scroll-mb-4 rounded-md outline-offset-4"
    >
      <legend className="mb-1.5 font-medium text-sm">{question.prompt}</legend>
      {cards.length === 0 ? (
        <p className="text-sm">There is no evidence yet. Answer “Not enough” above and add your own.</p>
      ) : null}
      <div className="flex flex-wrap gap-1.5">
        {cards.map((card, index) => (
          <Chip
            key={card.key}
            isOn={chosen.includes(card.key)}
            isDisabled={readOnly}
            text={chipText(answers, card, index + 1)}
            onToggle={() => toggleReference(bench, claim, card.key)}
          />
        ))}
        {lost.map((key) => (
          <Chip
            key={key}
            isOn
            isDisabled={readOnly}
            text="Evidence that was removed"
            onToggle={() => toggleReference(bench, claim, key)}
          />
        ))}
        {rest.length > 0 && !readOnly ? (
          <Button
            size="sm"
            shortcut={open === claim.key ? VERIFY_KEYS.reference : undefined}
            className="pointer-coarse:min-h-11"
            onClick={() => referToRefuting(bench, claim)}
          >
            All that refute
          </Button>
        ) : null}
      </div>
      <Below unit={claim} question={question} />
    </fieldset>
  )
}

interface ChipProps {
  isOn: boolean
  isDisabled: boolean
  text: string
  onToggle(): void
}

const Chip = ({ isOn, isDisabled, text, onToggle }: ChipProps) => (
  <button
    type="button"
    aria-pressed={isOn}
    disabled={isDisabled}
    onClick={onToggle}
    className={cn(
      'min-h-8 max-w-full truncate rounded-full border px-3 text-[0.8125rem] pointer-coarse:min-h-11',
      isOn
        ? 'border-accent bg-accent-surface font-semibold text-accent-text'
        : 'border-control bg-surface not-disabled:hover:bg-hover',
    )}
  >
    {isOn ? <Sign of="✓" /> : null} {text}
  </button>
)

function chipText(answers: Answers, card: UnitDraft, number: number): string {
  const urlAnswer = answerOf(answers, card.key, 'url')
  const host = hostOf(
    card.kind === 'own-evidence' ? (typeof urlAnswer === 'string' ? urlAnswer : null) : evidenceDataOf(card).url,
  )
  return host ? `${number} · ${host}` : String(number)
}
