/** Figures that other rooms have, as they are now. What they are made from may change meanwhile: whoever uses them looks. */
import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import type { Agreement, StageAgreement } from '@/lib/agreement/contract'
import { getAgreement } from '@/lib/agreement/queries'
import type { Checks } from '@/lib/checks/contract'
import { getChecks } from '@/lib/checks/queries'
import type { Actor } from '@/lib/policy/actor'
import type { StageProgress } from '@/lib/progress/contract'
import { getProgress } from '@/lib/progress/queries'
import type { Policies } from '@/lib/suggestions/contract'
import { getPolicies } from '@/lib/suggestions/queries'

export interface OtherFigures {
  rules: Agreement['rules']
  agreement: readonly StageAgreement[]
  progress: readonly StageProgress[]
  policies: Policies['stages']
  checks: Checks
}

export async function gatherFigures(actor: Actor, projectId: string, signal?: AbortSignal): Promise<OtherFigures> {
  const agreement = await wholeAgreement(actor, projectId, signal)
  return {
    rules: agreement.rules,
    agreement: agreement.stages,
    progress: (await getProgress(actor, projectId, { by: 'day' })).stages,
    policies: (await getPolicies(actor, projectId)).stages,
    checks: await getChecks(actor, projectId),
  }
}

/** How long a worker that computes intervals is left alone. */
const LOOK_EVERY_MS = 2_000

/** With every revealed task counted and every interval there. */
async function wholeAgreement(actor: Actor, projectId: string, signal?: AbortSignal): Promise<Agreement> {
  for (;;) {
    signal?.throwIfAborted()
    // Every look puts a portion of what waits through the measures.
    const counted = await getAgreement(actor, projectId, { intervals: 'when_quick' })
    if (counted.stages.some(({ tasks }) => tasks.awaited > 0)) continue
    if (counted.intervals === 'complete') return counted
    const whole = await getAgreement(actor, projectId, { intervals: 'always' })
    const isWhole = whole.intervals === 'complete' && whole.stages.every(({ tasks }) => tasks.awaited === 0)
    if (isWhole) return whole
    await pause(LOOK_EVERY_MS, undefined, { signal })
  }
}
