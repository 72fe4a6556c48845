'use client'
import { useDeferredValue, useMemo } from 'react'
import { unitId, useBench } from '@/components/annotation/workbench/bench-context'
import { cn } from '@/components/ui/cn'
import { marking, useMarkedSentence } from './marked-sentence'
import { type Presence, presences, type Stretch, sentencesOf, traceResponse, writtenResponse } from './trace'

const WORDS: Readonly<Partial<Record<Presence, string>>> = {
  changed: 'changed by hand in the whole text',
  missing: 'not found in the whole text',
  'still-there': 'deleted, but still in the whole text',
}

/** The revised response with the number of the sentence that each stretch comes from; a click opens the sentence. */
export function TracedResponse() {
  const bench = useBench()
  const { subject } = bench
  const answers = useDeferredValue(bench.answers)
  const stretches = useMemo(() => traceResponse(subject, answers), [subject, answers])
  const numbers = new Map(sentencesOf(subject).map(({ key }, index) => [key, index + 1]))
  return (
    <section aria-label="Where each stretch comes from">
      <h3 className="mb-1 font-medium text-sm">Where it comes from</h3>
      <div
        dir="auto"
        className="wrap-anywhere max-h-80 overflow-y-auto whitespace-pre-wrap rounded-md border border-line bg-canvas px-3 py-2 text-sm leading-relaxed"
      >
        {stretches.map((stretch) => (
          <TracedStretch key={stretch.at} stretch={stretch} number={numbers.get(stretch.sentence ?? '') ?? null} />
        ))}
      </div>
      {writtenResponse(answers) === null ? null : <Differences numbers={numbers} />}
    </section>
  )
}

function TracedStretch({ stretch, number }: { stretch: Stretch; number: number | null }) {
  const { open, go } = useBench()
  const marked = useMarkedSentence()
  const { sentence, text } = stretch
  if (sentence === null || number === null) return <span className="text-muted">{text}</span>
  const isMarked = marked === null ? open === sentence : marked === sentence
  return (
    <a
      href={`#${unitId(sentence)}`}
      draggable={false}
      {...marking(sentence)}
      onClick={(event) => {
        event.preventDefault()
        if (window.getSelection()?.isCollapsed !== false) go({ unit: sentence, question: null })
      }}
      data-marked={isMarked}
      className={cn(
        'rounded-sm box-decoration-clone py-0.5 text-ink hover:bg-hover',
        isMarked && 'bg-accent-surface text-accent-text',
      )}
    >
      <span dir="ltr" className="me-1 select-none align-super font-semibold text-[0.6875rem] text-muted tabular-nums">
        <span className="sr-only">From sentence </span>
        {number}
      </span>
      {text}
    </a>
  )
}

/** Where the text written by hand and the sentences differ, in words. */
function Differences({ numbers }: { numbers: ReadonlyMap<string, number> }) {
  const bench = useBench()
  const { subject } = bench
  const answers = useDeferredValue(bench.answers)
  const found = useMemo(() => presences(subject, answers), [subject, answers])
  const differenceTexts = [...found].flatMap(([key, presence]) => {
    const words = WORDS[presence]
    return words ? [`Sentence ${numbers.get(key)}: ${words}.`] : []
  })
  if (differenceTexts.length === 0) return null
  return <p className="mt-1 text-muted text-xs">{differenceTexts.join(' ')}</p>
}
