'use client'
import { CircleCheck } from 'lucide-react'
import { Time } from '@/components/ui/time'
import { useDeskContext } from './desk-context'
import { MainAction } from './desk-header'
import { type Turn, turnOf } from './turn'
import type { useItemCommands } from './use-item-commands'
import { authorName } from './words'

function useTurn(): Turn {
  const { view, stage, agenda, ready } = useDeskContext()
  const open = agenda.filter((entry) => entry.settled === null)
  return turnOf(view, stage, {
    all: open.length,
    mine: ready.length,
    differed: agenda.some((entry) => entry.group !== 'agreed'),
  })
}

/** Where the item stands and what the reader can do about it, in a line beneath the question. */
export function Standing() {
  const { view } = useDeskContext()
  const { title, text } = useTurn()
  if (text === '' && view.state === 'consolidating') return null
  return (
    <p className="border-line border-t pt-3 text-muted text-sm">
      <span className="font-semibold text-ink">{title}.</span> {text} <Signed />
    </p>
  )
}

/** What stands in the place of the question once the reader has none: that it is done, who is next, and what leads on. */
export function DonePanel({ commands }: { commands: ReturnType<typeof useItemCommands> }) {
  const { title, text, next } = useTurn()
  return (
    <section
      aria-labelledby="done-heading"
      data-decision
      className="space-y-3 rounded-lg border border-positive-border bg-positive-surface/40 p-4"
    >
      <h2 id="done-heading" aria-live="polite" className="flex items-center gap-2 font-semibold text-base">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-positive-text" />
        {title}
      </h2>
      <p className="text-sm empty:hidden">
        {text} <Signed />
      </p>
      {next === null ? null : (
        <p className="text-sm">
          <span className="text-muted">Next: </span>
          {next}.
        </p>
      )}
      <MainAction commands={commands} />
    </section>
  )
}

/** Who settled and who approved it. */
function Signed() {
  const { view } = useDeskContext()
  const { adjudicated, approved } = view
  return (
    <>
      {adjudicated ? (
        <>
          Settled by {lower(authorName(view, adjudicated.by))}, <Time value={adjudicated.at} format="relative" />.{' '}
        </>
      ) : null}
      {approved ? (
        <>
          Approved by {lower(authorName(view, approved.by))}, <Time value={approved.at} format="relative" />.
        </>
      ) : null}
    </>
  )
}

const lower = (name: string) => (name === 'You' ? 'you' : name.replace(/^Reviewer/, 'a reviewer'))
