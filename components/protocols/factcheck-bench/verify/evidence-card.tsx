'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { evidenceDataOf } from '@/lib/protocols/factcheck-bench/unit-data'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { CardChoices } from './card-choices'
import { CardFrame } from './card-frame'
import type { SameAs } from './evidence-order'
import { QuoteText } from './quote-text'
import { SeveralQueries, SourceLine } from './source-line'

export interface CardProps {
  claim: UnitDraft
  unit: UnitDraft
  number: number
  sameAs?: SameAs
}

/** A passage that was found automatically, and what is asked of it. */
export function EvidenceCard(props: CardProps) {
  const { claim, unit } = props
  const { open } = useBench()
  const { url, query, rank, found } = evidenceDataOf(unit)
  const queries = [...new Set(found?.queries ?? (query === null ? [] : [query]))]
  const isOpen = open === unit.key
  return (
    <CardFrame {...props}>
      <QuoteText text={unit.text} claim={claim.text} buttonId={`all-${unit.key}`} hasKey={isOpen} />
      <div className="mt-1.5">
        <SourceLine
          unit={unit.key}
          url={url}
          queries={queries}
          rank={found?.rank ?? rank}
          source={found?.source}
          title={found?.title}
          readAt={found?.readAt}
          hasKey={isOpen}
        />
        <SeveralQueries queries={queries} />
      </div>
      <CardChoices unit={unit} />
    </CardFrame>
  )
}
