import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import { currentModels } from '@/lib/automation/llm/ports'
import type { RunPlan, RunView } from '@/lib/automation/prefill/contract'
import { enqueueDrivers } from '@/lib/automation/prefill/jobs'
import { loadSettings } from '@/lib/automation/prefill/load-settings'
import { presentRun } from '@/lib/automation/prefill/present'
import type { PrefillSettingsValues } from '@/lib/automation/prefill/settings/contract'
import { findStarted, loadRunnable, writeRun } from '@/lib/automation/prefill/start-run'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { pipelineOf } from '@/lib/protocols/steps'
import type { LoadedProject } from '@/lib/workspace/projects/queries'
import type { StartGeneration } from './contract'
import type { Subject } from './subject'

/** Rows of one statement. */
const BATCH = 1_000

/**
 * Starts a run that asks each model for a response to each prompt; every response becomes an item. For managers. Asked again under the same id it
 * starts nothing. Errors: `rule` where the protocol's items are no responses, or there is no model to ask; `conflict` where the id is another run's.
 */
export function startGeneration(actor: Actor, projectId: string, wanted: StartGeneration): Promise<RunView> {
  return transaction(async (tx) => {
    const project = await loadRunnable(tx, actor, projectId, { lock: 'change' })
    const started = await findStarted(tx, actor, projectId, { ...wanted, kind: 'generation' })
    if (started) return started
    await refuseImpossible(tx, project)
    const { settings } = await loadSettings(tx, projectId)
    const subjects = subjectsOf(wanted)
    const { runId: id, name, budgetMicro } = wanted
    const plan = planOf(project, settings, wanted, subjects.length)
    const run = await writeRun(tx, actor, { id, project, kind: 'generation', name, budgetMicro, plan })
    await writeSubjects(tx, run.id, subjects)
    const about = { runId: run.id, name, items: subjects.length }
    await record(tx, 'run.started', { actorId: actor.userId, projectId }, about)
    await enqueueDrivers(tx, run.id, settings.concurrency)
    return presentRun(tx, run.id)
  })
}

async function refuseImpossible(tx: Tx, { protocolId }: LoadedProject): Promise<void> {
  if (!(await pipelineOf(protocolId))?.generated)
    throw new AppError('rule', 'Items of this protocol are not responses of models. Import records instead.')
  if (!(await currentModels(tx)).port)
    throw new AppError(
      'rule',
      'No model is configured: an administrator can enter a key under Provider keys, or set OPENAI_API_KEY or OPENAI_BASE_URL on the server.',
    )
}

/** Prompt by prompt, each model once. */
function subjectsOf({ prompts, models, temperature, maxTokens }: StartGeneration): Subject[] {
  const distinctModels = [...new Set(models)]
  return prompts.flatMap(({ prompt, externalId }) =>
    distinctModels.map((model) => ({ prompt, model, externalId, temperature, maxTokens })),
  )
}

function planOf(
  { protocolId, protocolVersion }: LoadedProject,
  { prices }: PrefillSettingsValues,
  { models, temperature, maxTokens }: StartGeneration,
  pool: number,
): RunPlan {
  return {
    protocol: { id: protocolId, version: protocolVersion },
    stage: null,
    steps: [...new Set(models)].map((model) => ({
      key: 'generate',
      title: 'Response',
      method: 'model',
      model,
      prompts: [],
      parameters: { temperature, maxTokens },
    })),
    search: null,
    prices,
    file: null,
    target: { pool, onlyNew: false, most: null },
  }
}

async function writeSubjects(tx: Tx, runId: string, subjects: readonly Subject[]): Promise<void> {
  for (let start = 0; start < subjects.length; start += BATCH) {
    const data: Prisma.RunItemCreateManyInput[] = subjects
      .slice(start, start + BATCH)
      .map((subject, index) => ({ runId, position: start + index + 1, subject: { ...subject } }))
    await tx.runItem.createMany({ data })
  }
}
