'use client'
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import { BenchContext, unitId, useBench } from '@/components/annotation/workbench/bench-context'
import { isWhole } from '@/components/annotation/workbench/navigation'
import { ProposedValue } from '@/components/annotation/workbench/proposed-value'
import { capitalised, unitName } from '@/components/annotation/workbench/unit-name'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { cn } from '@/components/ui/cn'
import { Time } from '@/components/ui/time'
import type { Json, Question, UnitDraft } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import type { ComparedAnswer, ComparedUnit, PracticeFeedback } from '@/lib/quality/practice/contract'
import { StandingText } from './standing-text'

interface FeedbackPanelProps {
  feedback: PracticeFeedback
  place: number
  of: number
  /** Does the project ask the reader for practice? */
  asked: boolean
  onAgain(): void
}

/** What was expected beside what one said, unit by unit and question by question, with the reasons. */
export function FeedbackPanel({ feedback, place, of, asked, onAgain }: FeedbackPanelProps) {
  const bench = useBench()
  const { asExpected, judged, units, stage, at } = feedback
  // What was listed has the keys under which it was laid beside what is expected: by these it is named and referred to.
  const feedbackBench = useMemo(() => {
    const taskUnits = bench.workbench.units
    const listed = units.flatMap(({ unit }) => (taskUnits.some(({ key }) => key === unit.key) ? [] : [unit]))
    return { ...bench, subject: { ...bench.subject, units: [...taskUnits, ...listed] } }
  }, [bench, units])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <BenchContext value={feedbackBench}>
      <aside aria-label="What was expected" className="min-w-0 space-y-4">
        <h2
          ref={heading}
          tabIndex={-1}
          className="scroll-mt-40 font-semibold text-base outline-none focus-visible:outline-none"
        >
          {scoreWords(feedback)}
        </h2>
        <Callout
          tone={asExpected === judged ? 'success' : 'info'}
          actions={
            <Button size="sm" onClick={onAgain}>
              Answer again
            </Button>
          }
        >
          Item {place} of {of}, answered <Time value={at} format="relative" />.{' '}
          <StandingText stage={stage} asked={asked} />
        </Callout>
        {units.map((compared) => (
          <UnitFeedback key={compared.unit.key} {...compared} />
        ))}
      </aside>
    </BenchContext>
  )
}

/** How many answers are as expected, and that there are others which are compared by eye. */
function scoreWords({ asExpected, judged, units }: PracticeFeedback): string {
  const free = units.flatMap(({ answers }) => answers.filter(isCompared)).length
  if (judged === 0) return free > 0 ? 'Answered, not judged' : 'Answered'
  const words =
    asExpected < judged
      ? `${asExpected} of ${judged} answers are as expected`
      : judged === 1
        ? 'As expected'
        : `All ${judged} answers are as expected`
  return free === 0 ? words : `${words}, ${free} more not judged`
}

/** Is it in the person's own words, and something expected beside it? */
const isCompared = ({ verdict, own, expected }: ComparedAnswer) =>
  verdict === 'free' && own !== null && !sameValue(own, expected)

function UnitFeedback({ unit, answers }: ComparedUnit) {
  const { stage, subject, workbench, open } = useBench()
  const headingId = useId()
  // What has a place in the text that is read is gone to there.
  const isMissing = answers.some(({ verdict }) => verdict === 'missing')
  const isPlace = isWhole(unit) || !workbench.units.some(({ key }) => key === unit.key)
  return (
    <section
      aria-labelledby={headingId}
      id={isPlace ? unitId(unit.key) : undefined}
      tabIndex={-1}
      className={cn(
        'scroll-mt-40 rounded-lg border bg-surface p-4 outline-none',
        open === unit.key ? 'border-accent' : 'border-line',
      )}
    >
      <h3 id={headingId} className="font-semibold text-sm">
        {capitalised(unitName(stage, subject, unit))}
      </h3>
      {isWhole(unit) || unit.text === '' ? null : (
        <p dir="auto" className="wrap-anywhere mt-1 line-clamp-3 text-muted text-sm">
          {unit.text}
        </p>
      )}
      <ul className="mt-3 divide-y divide-line">
        {answers.map((answer) => (
          <li key={answer.question ?? answer.verdict} className="py-2.5 first:pt-0 last:pb-0">
            <AnswerFeedback unit={unit} answer={answer} isListed={!isMissing} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface AnswerFeedbackProps {
  unit: UnitDraft
  answer: ComparedAnswer
  /** Did the person list the unit, where it is one to list? */
  isListed: boolean
}

function AnswerFeedback({ unit, answer, isListed }: AnswerFeedbackProps) {
  const { stage } = useBench()
  const { verdict, own, expected, why } = answer
  if (answer.question === null)
    return (
      <>
        {verdict === 'missing' ? (
          <Badge tone="negative">You did not list this</Badge>
        ) : (
          <Badge tone="negative">Not expected</Badge>
        )}
        <Why>{why}</Why>
      </>
    )
  const question = stage.questions.find(({ key, unit: kind }) => key === answer.question && kind === unit.kind)
  if (!question) return null
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-sm">
        {question.title}
        {verdict === 'same' ? <Badge tone="positive">As expected</Badge> : null}
        {verdict === 'other' ? <Badge tone="negative">Not as expected</Badge> : null}
        {isCompared(answer) ? <span className="font-normal text-muted text-xs">Not judged</span> : null}
      </p>
      <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        {isListed ? (
          <>
            <dt className="text-muted">You said</dt>
            <dd>
              <Value unit={unit} question={question} value={own} />
            </dd>
          </>
        ) : null}
        {sameValue(own, expected) ? null : (
          <>
            <dt className="text-muted">{verdict === 'free' && isListed ? 'For example' : 'Expected'}</dt>
            <dd className={cn(verdict === 'other' && 'font-medium')}>
              <Value unit={unit} question={question} value={expected} />
            </dd>
          </>
        )}
      </dl>
      <Why>{why}</Why>
    </>
  )
}

function Value({ unit, question, value }: { unit: UnitDraft; question: Question; value: Json }) {
  if (value === null) return <span className="text-muted">nothing</span>
  return <ProposedValue unit={unit} question={question} value={value} />
}

function Why({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <p dir="auto" className="wrap-anywhere mt-1.5 border-accent border-s-2 ps-3 text-sm">
      {children}
    </p>
  )
}
