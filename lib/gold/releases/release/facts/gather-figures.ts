/** Figures that other rooms have, as they are now. What they are made from may change meanwhile: whoever uses them looks. */
import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import type { Policies } from '@/lib/annotation/suggestions/contract'
import { getPolicies } from '@/lib/annotation/suggestions/queries'
import type { Extent } from '@/lib/gold/releases/released-sql'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Adjudicator } from '@/lib/quality/adjudicators/contract'
import { listAdjudicatorFigures } from '@/lib/quality/adjudicators/queries'
import type { Agreement, StageAgreement } from '@/lib/quality/agreement/contract'
import { getAgreement, getAgreementWithout } from '@/lib/quality/agreement/queries'
import type { Alike } from '@/lib/quality/second-adjudication/contract'
import { findAdjudicatorAgreement } from '@/lib/quality/second-adjudication/queries'
import { type FindingRow, gatherFindings } from './read-findings'

export interface OtherFigures {
  rules: Agreement['rules']
  agreement: readonly StageAgreement[]
  policies: Policies['stages']
  adjudicators: readonly Adjudicator[]
  decidedTwice: Alike | null
  /** On all gold, also where it is not in the release. */
  findings: readonly FindingRow[]
}

/** `heldOut`: the positions of items that are counted nowhere, since the figures would tell of their labels. */
export async function gatherFigures(
  actor: Actor,
  { projectId, protocol, heldOut = [] }: Extent & { projectId: string },
  signal?: AbortSignal,
): Promise<OtherFigures> {
  const agreement = await wholeAgreement(actor, projectId, heldOut, signal)
  return {
    rules: agreement.rules,
    agreement: agreement.stages,
    policies: (await getPolicies(actor, projectId)).stages,
    adjudicators: await listAdjudicatorFigures(projectId, heldOut),
    decidedTwice: await findAdjudicatorAgreement(projectId, protocol, heldOut),
    findings: await gatherFindings(projectId, protocol),
  }
}

/** How long a worker that computes intervals is left alone. */
const LOOK_EVERY_MS = 2_000

/** With every revealed task counted, but for items at these positions, and every interval there. */
async function wholeAgreement(
  actor: Actor,
  projectId: string,
  without: readonly number[],
  signal?: AbortSignal,
): Promise<Agreement> {
  for (;;) {
    signal?.throwIfAborted()
    // Every look puts a portion of what waits through the measures.
    const counted = await getAgreement(actor, projectId, { intervals: 'when_quick' })
    if (counted.stages.some(({ tasks }) => tasks.awaited > 0)) continue
    if (without.length > 0) return getAgreementWithout(actor, projectId, without, signal)
    if (counted.intervals === 'complete') return counted
    const whole = await getAgreement(actor, projectId, { intervals: 'always' })
    const isWhole = whole.intervals === 'complete' && whole.stages.every(({ tasks }) => tasks.awaited === 0)
    if (isWhole) return whole
    await pause(LOOK_EVERY_MS, undefined, { signal })
  }
}
