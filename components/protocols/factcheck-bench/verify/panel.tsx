'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { PanelSheet } from '@/components/annotation/workbench/unit-panel'
import { Button } from '@/components/ui/button'
import { ChevronLeft, ChevronRight } from '@/components/ui/icons'
import type { OutboxStatus } from '@/lib/annotation/outbox/outbox-entry'
import { claimNumbers } from './claim-numbers'
import { ClaimView } from './claim-view'
import { VERIFY_KEYS } from './handlers'
import { claimOf, claimsOf, neighbourClaim } from './places'

/** The open claim on the right; on narrow screens a sheet at the bottom. Only this claim's evidence is drawn. */
export function VerifyPanel({ status }: { status: OutboxStatus }) {
  const { subject, open } = useBench()
  const claims = claimsOf(subject)
  const claim = claimOf(subject, open)
  return (
    <PanelSheet status={status}>
      <div className="flex min-h-9 items-center justify-between gap-2">
        <h2 className="font-semibold text-sm">
          {claim ? `Claim ${claimNumbers(subject).get(claim.key) ?? ''}` : 'Claims'}
          <span className="font-normal text-muted">
            {claim ? ` · ${claims.indexOf(claim) + 1} of ${claims.length}` : ` · ${claims.length}`}
          </span>
        </h2>
        <ClaimSteps />
      </div>
      {claim ? <ClaimView key={claim.key} claim={claim} /> : <NoClaim hasClaims={claims.length > 0} />}
    </PanelSheet>
  )
}

function ClaimSteps() {
  const bench = useBench()
  const [previous, next] = [neighbourClaim(bench, bench.open, -1), neighbourClaim(bench, bench.open, 1)]
  return (
    <div className="flex gap-1">
      <Button
        size="sm"
        variant="ghost"
        shortcut={VERIFY_KEYS.previousClaim}
        aria-label="Previous claim"
        hint="Previous claim"
        className="pointer-coarse:min-h-11"
        disabled={!previous}
        onClick={() => previous && bench.go(previous)}
      >
        <ChevronLeft aria-hidden className="size-4 rtl:rotate-180" />
      </Button>
      <Button
        size="sm"
        variant="ghost"
        shortcut={VERIFY_KEYS.nextClaim}
        aria-label="Next claim"
        hint="Next claim"
        className="pointer-coarse:min-h-11"
        disabled={!next}
        onClick={() => next && bench.go(next)}
      >
        <ChevronRight aria-hidden className="size-4 rtl:rotate-180" />
      </Button>
    </div>
  )
}

const NoClaim = ({ hasClaims }: { hasClaims: boolean }) => (
  <p className="rounded-lg border border-line border-dashed p-4 text-muted text-sm">
    {hasClaims
      ? 'Nothing is asked of this sentence by itself. Open one of its claims.'
      : 'No sentence of this response has a claim to verify. Submit it as it is.'}
  </p>
)
