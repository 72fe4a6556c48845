'use client'
import { useMemo } from 'react'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { Badge } from '@/components/ui/badge'
import { ScrollArea } from '@/components/ui/scroll-area'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { bestOfBothSides } from './evidence-order'
import { QuoteText } from './quote-text'

/** The strongest passage for the claim beside the strongest against it, where there is one of each. */
export function BothSides({ claim, cards }: { claim: UnitDraft; cards: readonly UnitDraft[] }) {
  const { answers, go } = useBench()
  const best = useMemo(() => bestOfBothSides(cards, answers), [cards, answers])
  if (!best) return null
  const sides = [
    { card: best.supporting, tone: 'positive', text: 'Best that supports' },
    { card: best.refuting, tone: 'negative', text: 'Best that refutes' },
  ] as const
  return (
    <section aria-label="Both sides" className="grid gap-2 sm:grid-cols-2">
      {sides.map(({ card, tone, text }) => (
        <div key={tone} className="min-w-0 rounded-md border border-line bg-canvas p-2.5">
          <p className="mb-1 flex flex-wrap items-center gap-2">
            <Badge tone={tone}>{text}</Badge>
            <button
              type="button"
              className="min-h-6 rounded-sm text-accent-text text-xs underline underline-offset-3 pointer-coarse:min-h-11"
              onClick={() => go({ unit: card.key, question: null })}
            >
              Evidence {cards.indexOf(card) + 1}
            </button>
          </p>
          <ScrollArea label={text} className="max-h-40 text-sm">
            <QuoteText text={card.text} claim={claim.text} />
          </ScrollArea>
        </div>
      ))}
    </section>
  )
}
