'use client'
import type { KeyboardEvent } from 'react'
import { fieldId, unitId, useBench } from '@/components/annotation/workbench/bench-context'
import { EntryTools } from '@/components/annotation/workbench/entry-tools'
import { cn } from '@/components/ui/cn'
import { Sign } from '@/components/ui/sign'
import { Textarea } from '@/components/ui/textarea'
import { useAriaKeys, useKeyWords } from '@/components/ui/use-shortcut'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { referencesIn, resultsOf } from '@/lib/protocols/veriscore-verification/fields'
import { resultDataOf } from '@/lib/protocols/veriscore-verification/units'
import { type Side, toggleReference } from './acts'
import { keyOfReference } from './keys'

/** A part of the claim: its text, and the results that support and that contradict it. */
export function PartCard({ part, number, total }: { part: UnitDraft; number: number; total: number }) {
  const { open, readOnly, go } = useBench()
  const isOpen = open === part.key
  const name = `Part ${number} of ${total}`
  return (
    <section
      id={unitId(part.key)}
      tabIndex={-1}
      aria-label={name}
      aria-current={isOpen ? 'step' : undefined}
      className={cn(
        'scroll-mt-40 space-y-2 rounded-md border bg-surface p-3 focus-visible:outline-none',
        isOpen ? 'border-accent' : 'border-line',
      )}
    >
      <button
        type="button"
        className="min-h-6 rounded-sm font-semibold text-sm hover:underline pointer-coarse:min-h-11"
        onClick={() => go({ unit: part.key, question: null })}
      >
        {name}
      </button>
      <PartText part={part} />
      <References part={part} side="supports" title="Supported by result" />
      <References part={part} side="contradicts" title="Contradicted by result" />
      {isOpen && !readOnly ? <EntryTools word="part" /> : null}
    </section>
  )
}

/** Enter and Escape go back to the part, where digits name results. */
function PartText({ part }: { part: UnitDraft }) {
  const { answers, readOnly, type, go } = useBench()
  const value = answers[part.key]?.text
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter and Escape are its own.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const isEnter = event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey
    if (event.key !== 'Escape' && !isEnter) return
    event.preventDefault()
    go({ unit: part.key, question: null })
  }
  return (
    <Textarea
      id={fieldId(part.key, 'text')}
      dir="auto"
      aria-label="What does this part of the claim state?"
      value={typeof value === 'string' ? value : ''}
      readOnly={readOnly}
      rows={2}
      className="field-sizing-fixed resize-none overflow-y-auto text-base"
      onChange={(event) => type(part.key, 'text', event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}

function References({ part, side, title }: { part: UnitDraft; side: Side; title: string }) {
  const bench = useBench()
  const aria = useAriaKeys()
  const words = useKeyWords()
  const { subject, answers, open, readOnly } = bench
  const chosen = new Set(referencesIn(answers, part.key, side))
  const hasKeys = open === part.key
  const results = resultsOf(subject)
  if (results.length === 0) return null
  const [first, last] = [keyOfReference(side, 1), keyOfReference(side, results.length)]
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-muted text-xs">
        {title}
        {hasKeys ? (
          <span>
            {' '}
            ({first && last && first !== last ? `${words(first)} to ${words(last)}` : first && words(first)})
          </span>
        ) : null}
      </legend>
      <div className="flex flex-wrap gap-1">
        {results.map((result, index) => {
          const isOn = chosen.has(result.key)
          return (
            <button
              key={result.key}
              type="button"
              aria-pressed={isOn}
              aria-label={`${title} ${index + 1}`}
              aria-keyshortcuts={hasKeys ? aria(keyOfReference(side, index + 1)) : undefined}
              title={resultDataOf(result).title}
              disabled={readOnly}
              onClick={() => toggleReference(bench, part, side, result)}
              className={cn(
                'min-h-8 min-w-8 rounded-md border px-2 text-sm tabular-nums pointer-coarse:min-h-11 pointer-coarse:min-w-11',
                isOn
                  ? side === 'supports'
                    ? 'border-positive bg-positive-surface font-semibold text-positive-text'
                    : 'border-negative bg-negative-surface font-semibold text-negative-text'
                  : 'border-control bg-surface not-disabled:hover:bg-hover',
              )}
            >
              {isOn ? <Sign of={side === 'supports' ? '✓' : '✕'} /> : null} {index + 1}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
