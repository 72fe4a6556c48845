'use client'
import { useDeferredValue, useMemo } from 'react'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { Copy } from '@/components/ui/icons'
import { repetitions } from './repetitions'
import { sentencesOf } from './trace'

/** What would be said twice, with the way to both places: all of it, or what one sentence has a part in. */
export function Repetitions({ of }: { of?: string }) {
  const { subject, answers, go } = useBench()
  const deferred = useDeferredValue(answers)
  const found = useMemo(() => repetitions(subject, deferred), [subject, deferred])
  const visibleRepetitions = of === undefined ? found : found.filter(({ left, right }) => left === of || right === of)
  if (visibleRepetitions.length === 0) return null
  const numbers = new Map(sentencesOf(subject).map(({ key }, index) => [key, index + 1]))
  const jump = (sentence: string) => (
    <button
      type="button"
      aria-current={sentence === of ? 'step' : undefined}
      className="min-h-6 rounded-sm text-accent-text underline underline-offset-3 pointer-coarse:min-h-11"
      onClick={() => go({ unit: sentence, question: null })}
    >
      sentence {numbers.get(sentence)}
    </button>
  )
  return (
    <ul
      aria-label="Said twice"
      className="space-y-1 rounded-md border border-partial-border bg-partial-surface px-3 py-2 text-partial-text text-sm"
    >
      {visibleRepetitions.map(({ left, right, kind }) => (
        <li key={`${left}/${right}`} className="flex items-start gap-2">
          <Copy aria-hidden className="mt-0.5 size-4 shrink-0" />
          {left === right ? (
            <span>
              Two claims of {jump(left)} say {kind === 'exact' ? 'the same' : 'nearly the same'}.
            </span>
          ) : (
            <span>
              {kind === 'exact' ? 'The same' : 'Nearly the same'} is said in {jump(left)} and {jump(right)}.
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
