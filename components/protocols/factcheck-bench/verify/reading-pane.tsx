'use client'
import { memo, useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { unitId, useBench } from '@/components/annotation/workbench/bench-context'
import { cn } from '@/components/ui/cn'
import { LongText } from '@/components/ui/long-text'
import { MoreButton } from '@/components/ui/more-button'
import { Sign } from '@/components/ui/sign'
import { TONE_BOX } from '@/components/ui/tone'
import { useStretch } from '@/components/ui/use-stretch'
import { sentenceOptions } from '@/lib/protocols/factcheck-bench/options'
import { sentenceDataOf } from '@/lib/protocols/factcheck-bench/unit-data'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { type ClaimRowData, claimRows } from './claim-rows'
import { claimOf, enterClaim } from './places'

/** What is read: the prompt, and the response sentence by sentence with its claims. */
export function VerifyReadingPane() {
  const bench = useBench()
  const { subject, open } = bench
  const openClaim = claimOf(subject, open)?.key ?? null
  // The marks may lag behind what is typed; the letters typed may not.
  const { stage, answers, survey, subject: surveyed, standing } = useDeferredValue(bench)
  const rows = useMemo(
    () => claimRows({ stage, answers, survey, subject: surveyed, standing }),
    [stage, answers, survey, surveyed, standing],
  )
  const enter = useSteady((claim: string) => bench.go(enterClaim(bench, claim)))
  // On arrival nothing scrolls: the page begins with its bar.
  const shownClaim = useRef(openClaim)
  useEffect(() => {
    if (openClaim === shownClaim.current) return
    shownClaim.current = openClaim
    if (openClaim !== null) document.getElementById(rowId(openClaim))?.scrollIntoView({ block: 'nearest' })
  }, [openClaim])
  const item = subject.units.find(({ kind }) => kind === 'item')
  const sentences = subject.units.filter(({ kind }) => kind === 'sentence')
  const openSentence = claimOf(subject, open)?.parent ?? open
  const drawn = useStretch(
    sentences.length,
    sentences.findIndex(({ key }) => key === openSentence),
  )
  return (
    <div className="space-y-6">
      <section>
        <h2 className="mb-1.5 font-semibold text-muted text-sm">Prompt</h2>
        <p dir="auto" className="reading whitespace-pre-wrap">
          <LongText what="prompt">{item?.text ?? ''}</LongText>
        </p>
      </section>
      <section>
        <h2 className="mb-1.5 font-semibold text-muted text-sm">Response</h2>
        <MoreButton which="earlier" count={drawn.before} onClick={drawn.showBefore} />
        <ol className="space-y-4">
          {sentences.slice(drawn.from, drawn.to).map((sentence, index) => (
            <li key={sentence.key}>
              <Sentence unit={sentence} number={drawn.from + index + 1} />
              <ol className="mt-1.5 space-y-1 empty:hidden">
                {rows.get(sentence.key)?.map((row) => (
                  <li key={row.claim}>
                    <ClaimRow {...row} isOpen={row.claim === openClaim} onEnter={enter} />
                  </li>
                ))}
              </ol>
            </li>
          ))}
        </ol>
        <MoreButton which="more" count={drawn.behind} onClick={drawn.showBehind} />
      </section>
    </div>
  )
}

const rowId = (claim: string) => `row-${claim}`

function Sentence({ unit, number }: { unit: UnitDraft; number: number }) {
  const { checkworthy } = sentenceDataOf(unit)
  const kind = sentenceOptions.find(({ value }) => value === checkworthy)
  const isChecked = checkworthy === 'yes'
  return (
    <p dir="auto" className={cn('reading whitespace-pre-wrap', !isChecked && 'text-muted')}>
      <span dir="ltr" className="me-1.5 select-none font-semibold text-muted text-xs tabular-nums">
        {number}
        <span className="sr-only">. </span>
      </span>
      {unit.text.trim()}
      {isChecked ? null : <span className="ms-2 text-xs italic">({kind?.text ?? 'Not check-worthy'})</span>}
    </p>
  )
}

interface ClaimRowProps extends ClaimRowData {
  isOpen: boolean
  onEnter(claim: string): void
}

/** A claim under its sentence: number, state, text. One that is not checked is pale, but can be opened and read. */
const ClaimRow = memo(function ClaimRow(props: ClaimRowProps) {
  const { claim, text, number, letter, tone, state, isChecked, isOpen, onEnter } = props
  return (
    <a
      id={rowId(claim)}
      href={`#${unitId(claim)}`}
      draggable={false}
      aria-current={isOpen ? 'step' : undefined}
      onClick={(event) => {
        event.preventDefault()
        // Whoever marks words to copy them is not choosing a claim.
        if (window.getSelection()?.isCollapsed !== false) onEnter(claim)
      }}
      className={cn(
        'ms-4 flex min-h-8 scroll-mt-40 items-start gap-2 rounded-md px-2 py-1 text-ink text-sm hover:bg-hover pointer-coarse:min-h-11 max-lg:scroll-mb-[66dvh] lg:scroll-mb-8',
        isOpen && 'bg-accent-surface outline-2 outline-accent',
        !isChecked && 'text-muted',
      )}
    >
      <span className="w-8 shrink-0 pt-0.5 text-end text-muted text-xs tabular-nums">
        {number}
        <span className="sr-only">, </span>
      </span>
      <span
        dir="ltr"
        className={cn(
          'inline-flex h-5 min-w-11 shrink-0 select-none items-center justify-center whitespace-nowrap rounded border px-2 font-semibold text-xs leading-none',
          letter === null ? 'border-control text-muted' : TONE_BOX[tone],
        )}
      >
        <span aria-hidden>{letter === null ? '·' : <Sign of={letter} />}</span>
        <span className="sr-only">{`${state}: `}</span>
      </span>
      <span dir="auto" className="wrap-anywhere min-w-0 flex-1">
        {text}
      </span>
    </a>
  )
})

/** `act` with the newest workbench, as a function that stays the same, so that rows can be left undrawn. */
function useSteady<Argument>(act: (argument: Argument) => void): (argument: Argument) => void {
  const newest = useRef(act)
  useLayoutEffect(() => {
    newest.current = act
  })
  return useCallback((argument) => newest.current(argument), [])
}
