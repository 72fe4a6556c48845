/** The machines' part: what annotators see of suggestions, and the runs of two recorded models, before anybody begins. */

import { setPolicies } from '@/lib/annotation/suggestions/set-policies'
import { replaceModels } from '@/lib/automation/llm/ports'
import { LIMITS } from '@/lib/automation/prefill/ledger/limits'
import { startRun } from '@/lib/automation/prefill/start-run'
import { updatePrefill } from '@/lib/automation/prefill/update-prefill'
import { driveRun } from '@/lib/automation/prefill/work/drive-run'
import { prisma } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'
import type { Cast } from './cast'
import { recordedModels, recordedPort } from './recorded-models'

const idle = new AbortController().signal
/** Millionths of a dollar per million tokens, so that a demo run costs something. */
const PRICES = [
  { model: 'recorded-large', input: 2_500_000, output: 10_000_000 },
  { model: 'recorded-small', input: 150_000, output: 600_000 },
]

interface Plan {
  projectId: string
  stage: string
  steps: readonly { key: string; parameters?: Record<string, Json> }[]
}

/** In the labelling project chance decides who sees the machines' labels before answering. */
export async function prefillMain({ actors, projectId }: Cast): Promise<void> {
  const shares = { shown: 50, hidden: 50, none: 0 }
  await setPolicies(actors.mara, projectId, [
    { stage: 'segments', unitKind: 'segment', question: 'label', policy: 'randomised', shares },
    // What kind of error, and why, would give the label away.
    { stage: 'segments', unitKind: 'segment', question: 'errorType', policy: 'hidden' },
    { stage: 'segments', unitKind: 'segment', question: 'reason', policy: 'hidden' },
  ])
  await runBoth(actors, {
    projectId,
    stage: 'segments',
    steps: [{ key: 'verdicts', parameters: { variant: 'vanilla' } }],
  })
}

/** In the fact-checking project everybody sees what they say of the sentences. */
export function prefillFactcheck(actors: Cast['actors'], projectId: string): Promise<void> {
  return runBoth(actors, { projectId, stage: 'decompose', steps: [{ key: 'checkworthy' }, { key: 'importance' }] })
}

async function runBoth({ mara }: Cast['actors'], { projectId, stage, steps }: Plan): Promise<void> {
  await updatePrefill(mara, projectId, { prices: PRICES, budgetMicro: 5_000_000 })
  replaceModels(recordedPort)
  try {
    for (const { model } of recordedModels) {
      const planned = steps.map(({ key, parameters = {} }) => ({ key, method: 'model' as const, model, parameters }))
      const target = { onlyNew: false }
      const { id } = await startRun(mara, projectId, { name: model, stage, steps: planned, target, budgetMicro: null })
      // At once, since no worker runs yet; when one comes to its jobs it finds the run done.
      await driveToEnd(id)
    }
  } finally {
    replaceModels(null)
  }
}

/** Works on a run until it has ended: where the machine is slow, one driver leaves the rest to the next. */
export async function driveToEnd(runId: string, limits = LIMITS): Promise<void> {
  const where = { id: runId, state: 'running' } as const
  while ((await prisma().run.count({ where })) > 0) await driveRun({ runId, slot: 0 }, idle, limits)
}
