'use client'
import { memo, type ReactNode, type Ref, useEffect, useMemo, useRef } from 'react'
import { type Bench, useBench } from '@/components/annotation/workbench/bench-context'
import { spanOf, spanPieces, textOfUnit } from '@/components/annotation/workbench/spans'
import { UnitLink } from '@/components/annotation/workbench/unit-link'
import { DIFFERS, differs } from '@/components/annotation/workbench/unit-mark'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { Check } from '@/components/ui/icons'
import { LongText } from '@/components/ui/long-text'
import { MoreButton } from '@/components/ui/more-button'
import { useStretch } from '@/components/ui/use-stretch'
import { keepsBar } from '@/components/ui/wide-screen'
import { answerOf } from '@/lib/protocols/completeness'
import { partsOf } from '@/lib/protocols/made-units'
import type { Span, UnitDraft } from '@/lib/protocols/protocol'
import { sentenceStates, stateInWords } from './sentence-states'

/** What is read: the prompt, and the response sentence by sentence, numbered, each with how far it is. */
export function SentencesPane() {
  const { protocol, workbench, survey, answers, open, openUnit, go, standing } = useBench()
  const [prompt] = protocol.present(workbench.item.content)
  const sentences = useMemo(() => sentenceStates(survey, answers), [survey, answers])
  const openSentence = openUnit?.kind === 'claim' ? openUnit.parent : open
  const drawn = useStretch(
    sentences.length,
    sentences.findIndex(({ unit }) => unit.key === openSentence),
  )
  const place = useArrival()
  const span = openUnit?.kind === 'claim' ? spanOf(answers, open, 'span') : null
  return (
    <div className="space-y-6">
      {prompt ? (
        <section>
          <h2 className="mb-1.5 font-semibold text-muted text-sm">{prompt.title}</h2>
          <p dir="auto" className="reading wrap-anywhere whitespace-pre-wrap">
            <LongText what="prompt">{prompt.text}</LongText>
          </p>
        </section>
      ) : null}
      <section>
        <h2 className="mb-1.5 font-semibold text-muted text-sm">Sentences</h2>
        {sentences.length === 0 ? (
          <p className="text-muted text-sm">
            There is no sentence here. Skip the task and tell a manager, who can repair the sentence boundaries.
          </p>
        ) : null}
        <MoreButton which="earlier" count={drawn.before} onClick={drawn.showBefore} />
        <ol className="space-y-1">
          {sentences.slice(drawn.from, drawn.to).map(({ unit, number, ...state }) => {
            const isOpen = unit.key === openSentence
            const mark = standing?.(unit.key)
            return (
              <SentenceRow
                key={unit.key}
                place={isOpen ? place : undefined}
                unit={unit}
                number={number}
                isOpen={isOpen}
                go={go}
                start={isOpen ? (span?.start ?? null) : null}
                end={isOpen ? (span?.end ?? null) : null}
                words={differs(mark) ? `${DIFFERS} ${mark.text}` : stateInWords(state)}
                isDone={!differs(mark) && state.isBegun && state.lacking === 0}
              >
                {isOpen ? <ClaimRows sentence={unit.key} /> : null}
              </SentenceRow>
            )
          })}
        </ol>
        <MoreButton which="more" count={drawn.behind} onClick={drawn.showBehind} />
      </section>
    </div>
  )
}

/**
 * Brings the sentence that the task opens with into view, with the claims below it, where the bar stays in sight meanwhile.
 * On narrow screens a page begins with its bar.
 */
function useArrival() {
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (keepsBar()) place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return place
}

interface SentenceRowProps {
  /** Where it stands with its claims. */
  place: Ref<HTMLLIElement> | undefined
  unit: UnitDraft
  number: number
  isOpen: boolean
  /** The words that the open claim stands for. */
  start: number | null
  end: number | null
  words: string
  isDone: boolean
  go: Bench['go']
  /** The claims of the open sentence; nothing of the others. */
  children: ReactNode
}

/** A sentence; a click or Enter opens it, its words can be chosen. Drawn again only when something of it changed. */
const SentenceRow = memo(function SentenceRow(props: SentenceRowProps) {
  const { place, unit, number, isOpen, start, end, words, isDone, go, children } = props
  return (
    <li ref={place} className="scroll-mt-40 scroll-mb-8">
      <UnitLink
        unit={unit.key}
        isOpen={isOpen}
        go={go}
        className={cn(
          'flex scroll-mt-40 scroll-mb-8 gap-3 rounded-md border border-transparent px-2 py-1.5 text-ink hover:bg-hover max-lg:scroll-mb-[60dvh]',
          isOpen && 'border-accent bg-surface',
        )}
      >
        <span className="min-w-6 shrink-0 pt-1 text-end text-muted text-sm tabular-nums">{number}.</span>
        <span className="min-w-0 flex-1">
          <span dir="auto" className="reading wrap-anywhere block whitespace-pre-wrap" {...textOfUnit(unit.key)}>
            <SentenceText text={unit.text} span={start === null || end === null ? null : { start, end }} />
          </span>
          <span className={cn('mt-0.5 flex items-center gap-1 text-xs', isDone ? 'text-positive-text' : 'text-muted')}>
            {isDone ? <Check aria-hidden className="size-3.5 shrink-0" /> : null}
            {words}
          </span>
        </span>
      </UnitLink>
      {children}
    </li>
  )
})

/**
 * The claims of a sentence in a line or two each, with what was chosen of them: how important one is, is seen beside the others.
 * Where the panel stands below, it lists them itself.
 */
function ClaimRows({ sentence }: { sentence: string }) {
  const { subject, survey, answers, open, go } = useBench()
  const claims = partsOf(subject, sentence).filter(({ kind }) => kind === 'claim')
  if (claims.length === 0) return null
  return (
    <ol aria-label="Claims of the sentence" className="mt-1 mb-2 ms-9 space-y-0.5 max-lg:hidden">
      {claims.map((claim, index) => (
        <li key={claim.key} data-claim-row>
          <button
            type="button"
            aria-current={claim.key === open ? 'step' : undefined}
            className={cn(
              'flex min-h-8 w-full items-baseline gap-2 rounded-md border px-2 py-1 text-start text-sm hover:bg-hover',
              claim.key === open ? 'border-accent bg-surface' : 'border-transparent',
            )}
            onClick={() => go({ unit: claim.key, question: null })}
          >
            <span className="text-muted tabular-nums">{index + 1}</span>
            <span dir="auto" className="wrap-anywhere line-clamp-2 min-w-0 flex-1">
              {claim.text === '' ? <span className="text-muted">No text yet.</span> : claim.text}
            </span>
            <span className="flex shrink-0 gap-1">
              <Difference unit={claim.key} />
              {(survey.units.get(claim.key)?.asked ?? []).flatMap((question) => {
                const value = answerOf(answers, claim.key, question.key)
                const option = value === null ? undefined : question.options?.find((each) => each.value === value)
                return option
                  ? [
                      <Badge key={question.key} tone={option.tone}>
                        {option.text}
                      </Badge>,
                    ]
                  : []
              })}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

/** On the desk: that something about a unit is open still. */
function Difference({ unit }: { unit: string }) {
  const mark = useBench().standing?.(unit)
  return differs(mark) ? (
    <Badge tone={mark.tone} letter={DIFFERS}>
      {mark.text}
    </Badge>
  ) : null
}

function SentenceText({ text, span }: { text: string; span: Span | null }) {
  if (!span) return text
  const [before, marked, behind] = spanPieces(text, span)
  if (marked === '') return text
  return (
    <>
      {before}
      <mark className="rounded-sm bg-accent-surface text-ink outline-1 outline-accent">{marked}</mark>
      {behind}
    </>
  )
}
