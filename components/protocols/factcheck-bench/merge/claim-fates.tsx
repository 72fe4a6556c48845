import { Badge } from '@/components/ui/badge'
import { TextDiff } from '@/components/ui/text-diff'
import { type MergedClaim, mergeDataOf } from '@/lib/protocols/factcheck-bench/unit-data'
import type { UnitDraft } from '@/lib/protocols/protocol'

const FATES: Readonly<Record<MergedClaim['fate'], { text: string; tone: 'neutral' | 'partial' | 'negative' }>> = {
  kept: { text: 'Kept', tone: 'neutral' },
  edited: { text: 'Corrected', tone: 'partial' },
  deleted: { text: 'Deleted', tone: 'negative' },
}

/** What became of a sentence's claims; corrections word by word. `changedOnly` leaves out those that stay as they were. */
export function ClaimFates({ sentence, changedOnly = false }: { sentence: UnitDraft; changedOnly?: boolean }) {
  const { claims } = mergeDataOf(sentence)
  const visibleClaims = changedOnly ? claims.filter(({ fate }) => fate !== 'kept') : claims
  if (visibleClaims.length === 0) return null
  return (
    <ul className="space-y-1.5 text-sm">
      {visibleClaims.map((claim) => (
        <li key={claim.key} className="flex items-start gap-2">
          <Badge tone={FATES[claim.fate].tone} className="mt-px shrink-0">
            {FATES[claim.fate].text}
          </Badge>
          <TextDiff before={claim.was} after={claim.text} className="wrap-anywhere min-w-0 flex-1" />
        </li>
      ))}
    </ul>
  )
}

/** The same for a unit of any kind: what has no claims shows nothing. */
export const FatesOf = ({ unit }: { unit: UnitDraft }) => <ClaimFates sentence={unit} />
