'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { UnitLink } from '@/components/annotation/workbench/unit-link'
import { differs } from '@/components/annotation/workbench/unit-mark'
import { cn } from '@/components/ui/cn'
import { LongText } from '@/components/ui/long-text'
import { MoreButton } from '@/components/ui/more-button'
import { Sign } from '@/components/ui/sign'
import { TONE_BOX } from '@/components/ui/tone'
import { useStretch } from '@/components/ui/use-stretch'
import { answerOf } from '@/lib/protocols/completeness'
import { contentOf } from '@/lib/protocols/factcheck-bench/content'
import { fateOptions } from '@/lib/protocols/factcheck-bench/verify-options'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { ClaimFates } from './claim-fates'
import { marking, useMarkedSentence } from './marked-sentence'
import { sentencesOf } from './trace'

/** What is read: the prompt, and the original sentences with what became of their claims. */
export function MergeReadingPane() {
  const { subject, open } = useBench()
  const sentences = sentencesOf(subject)
  const drawn = useStretch(
    sentences.length,
    sentences.findIndex(({ key }) => key === open),
  )
  return (
    <div className="space-y-6">
      <section>
        <h2 className="mb-1.5 font-semibold text-muted text-sm">Prompt</h2>
        <p dir="auto" className="reading whitespace-pre-wrap">
          <LongText what="prompt">{contentOf(subject.content).prompt}</LongText>
        </p>
      </section>
      <section>
        <h2 className="mb-1.5 font-semibold text-muted text-sm">Original response</h2>
        <MoreButton which="earlier" count={drawn.before} onClick={drawn.showBefore} />
        <ol className="space-y-3">
          {sentences.slice(drawn.from, drawn.to).map((sentence, index) => (
            <li key={sentence.key}>
              <SentenceLink unit={sentence} number={drawn.from + index + 1} />
              <div className="ms-12 mt-1">
                <ClaimFates sentence={sentence} changedOnly />
              </div>
            </li>
          ))}
        </ol>
        <MoreButton which="more" count={drawn.behind} onClick={drawn.showBehind} />
      </section>
    </div>
  )
}

/** An original sentence with its number and whether it stays; opens it, and marks its place in the revised response. */
function SentenceLink({ unit, number }: { unit: UnitDraft; number: number }) {
  const { answers, open, go, standing } = useBench()
  const marked = useMarkedSentence()
  const fate = fateOptions.find(({ value }) => value === answerOf(answers, unit.key, 'fate'))
  const isOpen = open === unit.key
  const mark = standing?.(unit.key)
  const state = fate ? { tone: fate.tone, letter: fate.value === 'keep' ? '✓' : '✕', text: fate.text } : null
  const displayedMark = differs(mark) ? mark : state
  return (
    <UnitLink
      unit={unit.key}
      isOpen={isOpen}
      go={go}
      {...marking(unit.key)}
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
          displayedMark ? TONE_BOX[displayedMark.tone] : 'border-control text-muted',
        )}
      >
        <span aria-hidden>
          {number} {displayedMark ? <Sign of={displayedMark.letter} /> : null}
        </span>
        <span className="sr-only">{`Sentence ${number}, ${displayedMark ? displayedMark.text : 'not decided'}: `}</span>
      </span>
      <span
        dir="auto"
        className={cn('reading whitespace-pre-wrap', fate?.value === 'delete' && 'text-muted line-through')}
      >
        {unit.text.trim()}
      </span>
    </UnitLink>
  )
}
