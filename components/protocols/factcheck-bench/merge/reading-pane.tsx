'use client'
import { unitId, useBench } from '@/components/annotation/bench-context'
import { cn } from '@/components/ui/cn'
import { TONE_BOX } from '@/components/ui/tone'
import { answerOf } from '@/lib/protocols/completeness'
import { contentOf } from '@/lib/protocols/factcheck-bench/content'
import { fateOptions } from '@/lib/protocols/factcheck-bench/verify-options'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { ClaimFates } from './claim-fates'
import { marking, useMarkedSentence } from './marked-sentence'
import { sentencesOf } from './trace'

/** What is read: the prompt, and the original sentences with what became of their claims. */
export function MergeReadingPane() {
  const { subject } = useBench()
  return (
    <div className="space-y-6">
      <section>
        <h2 className="mb-1.5 font-semibold text-muted text-sm">Prompt</h2>
        <p dir="auto" className="reading whitespace-pre-wrap">
          {contentOf(subject.content).prompt}
        </p>
      </section>
      <section>
        <h2 className="mb-1.5 font-semibold text-muted text-sm">Original response</h2>
        <ol className="space-y-3">
          {sentencesOf(subject).map((sentence, index) => (
            <li key={sentence.key}>
              <SentenceLink unit={sentence} number={index + 1} />
              <div className="ms-12 mt-1">
                <ClaimFates sentence={sentence} changedOnly />
              </div>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

/** An original sentence with its number and whether it stays; opens it, and marks its place in the revised response. */
function SentenceLink({ unit, number }: { unit: UnitDraft; number: number }) {
  const { answers, open, go } = useBench()
  const marked = useMarkedSentence()
  const fate = fateOptions.find(({ value }) => value === answerOf(answers, unit.key, 'fate'))
  const isOpen = open === unit.key
  return (
    <a
      id={unitId(unit.key)}
      href={`#${unitId(unit.key)}`}
      draggable={false}
      aria-current={isOpen ? 'step' : undefined}
      {...marking(unit.key)}
      onClick={(event) => {
        event.preventDefault()
        // Whoever marks words to copy them is not choosing a sentence.
        if (window.getSelection()?.isCollapsed !== false) go({ unit: unit.key, question: null })
      }}
      className={cn(
        'flex min-h-8 scroll-mt-40 items-start gap-2 rounded-md px-1.5 py-0.5 text-ink outline-offset-1 hover:bg-hover max-lg:scroll-mb-[60dvh] lg:scroll-mb-8',
        marked === unit.key && 'bg-accent-surface',
        isOpen && 'outline-2 outline-accent',
      )}
    >
      <span
        dir="ltr"
        className={cn(
          'mt-1 inline-flex h-5 min-w-8 shrink-0 select-none items-center justify-center rounded border px-1 font-semibold text-xs leading-none tabular-nums',
          fate ? TONE_BOX[fate.tone] : 'border-control text-muted',
        )}
      >
        <span aria-hidden>
          {number}
          {fate ? (fate.value === 'keep' ? ' ✓' : ' ✕') : ''}
        </span>
        <span className="sr-only">{`Sentence ${number}, ${fate ? fate.text : 'not decided'}: `}</span>
      </span>
      <span
        dir="auto"
        className={cn('reading whitespace-pre-wrap', fate?.value === 'delete' && 'text-muted line-through')}
      >
        {unit.text.trim()}
      </span>
    </a>
  )
}
