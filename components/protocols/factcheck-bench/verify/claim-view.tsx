'use client'
import { useMemo } from 'react'
import { unitId, useBench } from '@/components/annotation/workbench/bench-context'
import { ChordHint } from '@/components/annotation/workbench/chord-hint'
import { BENCH_KEYS } from '@/components/annotation/workbench/keys'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { ScrollArea } from '@/components/ui/scroll-area'
import { isCheckedClaim, sentenceDataOf } from '@/lib/protocols/factcheck-bench/unit-data'
import { wholeOf } from '@/lib/protocols/made-units'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { restIrrelevant, unjudged } from './acts'
import { whyUnchecked } from './claim-mark'
import { Decision } from './decision'
import { EvidenceCard } from './evidence-card'
import { repeatedEvidence } from './evidence-order'
import { VERIFY_KEYS } from './handlers'
import { cardsOf } from './places'
import { SEVERAL_KEYS } from './several-keys'

/** The open claim: its sentence, its evidence one piece below the other, and what follows from it. */
export function ClaimView({ claim }: { claim: UnitDraft }) {
  const { subject } = useBench()
  const sentence = wholeOf(subject, claim)
  const context = sentence ? sentenceDataOf(sentence).decontext || sentence.text : ''
  const why = whyUnchecked(claim)
  return (
    <div className="space-y-3">
      <ScrollArea
        label="The claim"
        className="sticky top-0 z-10 max-h-24 lg:-top-0.5 rounded-lg border border-line bg-raised px-3 py-2 max-lg:top-9 low:static low:max-h-none"
      >
        <p dir="auto" className="wrap-anywhere font-semibold text-base leading-snug">
          {claim.text}
        </p>
      </ScrollArea>
      <p
        dir="auto"
        className="wrap-anywhere whitespace-pre-wrap border-accent-border border-s-2 ps-3 text-muted text-sm"
      >
        <span className="sr-only">In its sentence: </span>
        {context}
      </p>
      {why === null ? (
        <Evidence claim={claim} />
      ) : (
        <section
          id={unitId(claim.key)}
          tabIndex={-1}
          aria-label="A claim that is not checked"
          aria-current="step"
          className="scroll-mt-28 rounded-lg border border-line bg-sunken p-3 text-sm"
        >
          <Badge>{why}</Badge>
          <p className="mt-1.5">
            This claim is not checked, so nothing is asked of it. It stays in the response as it is.
          </p>
        </section>
      )}
    </div>
  )
}

function Evidence({ claim }: { claim: UnitDraft }) {
  const bench = useBench()
  const { subject, readOnly } = bench
  const cards = useMemo(() => cardsOf(subject, claim.key), [subject, claim.key])
  const repeated = useMemo(() => repeatedEvidence(cards), [cards])
  const automaticEvidence = cards.filter(({ kind }) => kind === 'evidence')
  const rest = isCheckedClaim(claim) ? unjudged(bench, claim).length : 0
  return (
    <>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-sm">
          Evidence <span className="font-normal text-muted">({automaticEvidence.length})</span>
        </h3>
        {automaticEvidence.length > 0 && !readOnly ? (
          <Button
            size="sm"
            shortcut={VERIFY_KEYS.restIrrelevant}
            disabled={rest === 0}
            className="pointer-coarse:min-h-11"
            onClick={() => restIrrelevant(bench, claim)}
          >
            Rest irrelevant{rest > 0 ? ` (${rest})` : ''}
          </Button>
        ) : null}
      </div>
      {automaticEvidence.length > 0 && !readOnly ? (
        <div className={cn('flex flex-wrap gap-x-3 gap-y-1', rest === 0 && 'invisible')}>
          {rest === cards.length ? (
            <>
              <ChordHint of={SEVERAL_KEYS.trueByThis}>this alone supports, true</ChordHint>
              <ChordHint of={SEVERAL_KEYS.falseByThis}>this alone refutes, false</ChordHint>
            </>
          ) : (
            <>
              <ChordHint of={SEVERAL_KEYS.restAndTrue}>rest irrelevant, true</ChordHint>
              <ChordHint of={SEVERAL_KEYS.restAndFalse}>rest irrelevant, false</ChordHint>
              <ChordHint of={SEVERAL_KEYS.restSupports}>rest support, true</ChordHint>
            </>
          )}
          <ChordHint of={SEVERAL_KEYS.restAndOwn}>rest irrelevant, own evidence</ChordHint>
          <ChordHint of={SEVERAL_KEYS.noneFound}>rest irrelevant, searched, none found</ChordHint>
        </div>
      ) : null}
      {automaticEvidence.length === 0 ? (
        <p className="rounded-lg border border-line border-dashed p-3 text-muted text-sm">
          No evidence came with this claim. Answer “Not enough” below, then add your own or write down what you searched
          for.
          {readOnly || !bench.canSearch ? null : (
            <Button
              size="sm"
              shortcut={BENCH_KEYS.search}
              className="mt-2 flex pointer-coarse:min-h-11"
              onClick={() => bench.search(claim.key)}
            >
              Search now
            </Button>
          )}
        </p>
      ) : null}
      <div className="grid items-start gap-3 wider:grid-cols-2 empty:hidden">
        {automaticEvidence.map((card, index) => (
          <EvidenceCard key={card.key} claim={claim} unit={card} number={index + 1} sameAs={repeated.get(card.key)} />
        ))}
      </div>
      <Decision claim={claim} cards={cards} repeated={repeated} />
    </>
  )
}
