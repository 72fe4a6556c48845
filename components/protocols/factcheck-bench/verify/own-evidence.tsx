'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { BENCH_KEYS, LIST_KEYS } from '@/components/annotation/workbench/keys'
import { OutsideButton } from '@/components/automation/evidence/outside-button'
import { TakeOverQueries } from '@/components/automation/evidence/take-over-queries'
import { Below } from '@/components/protocols/factcheck-bench/shared/below'
import { askedQuestion } from '@/components/protocols/factcheck-bench/shared/questions'
import { StartedText } from '@/components/protocols/factcheck-bench/shared/started-text'
import { Button } from '@/components/ui/button'
import { Plus, Search } from '@/components/ui/icons'
import { Kbd } from '@/components/ui/kbd'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { addOwnEvidence } from './acts'
import type { SameAs } from './evidence-order'
import { VERIFY_KEYS } from './handlers'
import { OwnCard } from './own-card'
import { leaveField } from './places'

export interface OwnEvidenceProps {
  claim: UnitDraft
  /** All of the claim's evidence, and which pieces repeat others. */
  cards: readonly UnitDraft[]
  repeated: ReadonlyMap<string, SameAs>
}

/** What the annotator found beyond the automatic evidence, in rows, or the queries that found nothing. */
export function OwnEvidence({ claim, cards, repeated }: OwnEvidenceProps) {
  const bench = useBench()
  const { readOnly, go } = bench
  if (!askedQuestion(bench, claim, 'ownEvidence')) return null
  const searched = askedQuestion(bench, claim, 'searched')
  return (
    <div className="space-y-2">
      {cards.map((card, index) =>
        card.kind === 'own-evidence' ? (
          <OwnCard key={card.key} claim={claim} unit={card} number={index + 1} sameAs={repeated.get(card.key)} />
        ) : null,
      )}
      {readOnly ? null : (
        <div className="flex flex-wrap gap-2">
          {bench.canSearch ? (
            <>
              <Button
                shortcut={BENCH_KEYS.search}
                className="pointer-coarse:min-h-11"
                icon={<Search aria-hidden className="size-4" />}
                onClick={() => bench.search(claim.key)}
              >
                Search now
              </Button>
              <OutsideButton unit={claim} />
            </>
          ) : null}
          <Button
            shortcut={LIST_KEYS.add}
            className="pointer-coarse:min-h-11"
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => addOwnEvidence(bench, claim)}
          >
            Add evidence of your own
          </Button>
        </div>
      )}
      {searched ? (
        <div>
          <p className="mb-1 text-sm">
            <span className="font-medium">Searched, none found: </span>
            {searched.prompt} <Kbd of={VERIFY_KEYS.searched} hidden className="text-muted" />
          </p>
          <StartedText unit={claim} question={searched} lines={3} onEscape={() => go(leaveField(bench, claim))} />
          {bench.canSearch ? <TakeOverQueries unit={claim} /> : null}
          <Below unit={claim} question={searched} />
        </div>
      ) : null}
    </div>
  )
}
