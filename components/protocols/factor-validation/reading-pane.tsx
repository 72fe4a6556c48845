'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { UnitLink } from '@/components/annotation/workbench/unit-link'
import { differs } from '@/components/annotation/workbench/unit-mark'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Sign } from '@/components/ui/sign'
import { TONE_BOX } from '@/components/ui/tone'
import { passes } from '@/lib/protocols/factor-validation/questions'
import { shownText } from '@/lib/protocols/factor-validation/shown-text'
import { contradictionsOf, exampleOf } from '@/lib/protocols/factor-validation/units'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { EditedText } from './edited-text'
import { OWN_KEYS } from './handlers'
import { splitPrefix, toggleWholePrefix, useWholePrefix } from './prefix-fold'

/** What stands before the completion: its end always, the rest when asked for. */
function Prefix({ text }: { text: string }) {
  const isWhole = useWholePrefix()
  const { before, end } = splitPrefix(text)
  return (
    <section>
      <div className="mb-1.5 flex min-h-8 items-center justify-between gap-2">
        <h2 className="font-semibold text-muted text-sm">Prefix</h2>
        {before === '' ? null : (
          <Button
            size="sm"
            variant="ghost"
            shortcut={OWN_KEYS.prefix}
            aria-expanded={isWhole}
            onClick={toggleWholePrefix}
          >
            {isWhole ? 'Show the end only' : 'Show all of it'}
          </Button>
        )}
      </div>
      <div dir="auto" className="reading wrap-anywhere whitespace-pre-wrap">
        {before === '' || isWhole ? before : <span className="text-muted">… </span>}
        {end.trimEnd()}
      </div>
    </section>
  )
}

/** What is read: the prefix, the true completion, and the contradictions with their edits marked. */
export function FactorReadingPane() {
  const { subject } = useBench()
  const { prefix, completion } = exampleOf(subject.content)
  const contradictions = contradictionsOf(subject.units)
  return (
    <div className="space-y-6">
      <Prefix text={prefix} />
      {completion === null ? null : (
        <section>
          <h2 className="mb-1.5 font-semibold text-muted text-sm">True completion</h2>
          <p dir="auto" className="reading wrap-anywhere whitespace-pre-wrap border-positive-border border-s-2 ps-3">
            {shownText(completion)}
          </p>
        </section>
      )}
      <section>
        <h2 className="mb-1.5 font-semibold text-muted text-sm">Contradictions</h2>
        {contradictions.length === 0 ? (
          <p className="text-muted text-sm">
            There are none yet. A manager has to run the builder on this document; skip it until then.
          </p>
        ) : (
          <ol className="space-y-2">
            {contradictions.map((unit, index) => (
              <li key={unit.key}>
                <ContradictionLink unit={unit} number={index + 1} completion={shownText(completion ?? '')} />
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  )
}

const PASSES = { letter: '✓', tone: 'positive', text: 'passes' } as const
const FAILS = { letter: '✕', tone: 'negative', text: 'does not pass' } as const

interface ContradictionLinkProps {
  unit: UnitDraft
  number: number
  completion: string
}

/** A contradiction with its number and whether it passes; a click or Enter opens it. */
function ContradictionLink({ unit, number, completion }: ContradictionLinkProps) {
  const { answers, open, go, standing } = useBench()
  const isOpen = open === unit.key
  const passed = passes(answers, unit.key)
  const mark = standing?.(unit.key)
  const displayedMark = differs(mark) ? mark : passed === null ? null : passed ? PASSES : FAILS
  return (
    <UnitLink
      unit={unit.key}
      isOpen={isOpen}
      go={go}
      className={cn(
        'flex min-h-8 scroll-mt-40 items-start gap-2 rounded-md px-1.5 py-0.5 text-ink outline-offset-1 hover:bg-hover max-lg:scroll-mb-[60dvh] lg:scroll-mb-8',
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
        <span className="sr-only">{`Contradiction ${number}, ${displayedMark ? displayedMark.text : 'not decided'}: `}</span>
      </span>
      <EditedText completion={completion} text={unit.text} className="reading min-w-0 grow" />
    </UnitLink>
  )
}
