import 'server-only'
import { type RunPlan, type RunView, runPlanSchema } from '@/lib/automation/prefill/contract'
import type { Limits } from '@/lib/automation/prefill/ledger/limits'
import { loadSettings } from '@/lib/automation/prefill/load-settings'
import { prisma } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { Pipeline } from '@/lib/protocols/prefill'
import type { Protocol } from '@/lib/protocols/protocol'
import { pipelineOf } from '@/lib/protocols/steps'

/** A run that is being worked on. */
export interface RunContext {
  runId: string
  projectId: string
  kind: RunView['kind']
  plan: RunPlan
  protocol: Protocol
  pipeline: Pipeline
  /** Items worked on at once, in all workers together. */
  concurrency: number
  requestsPerMinute: number | null
  limits: Limits
}

/** The run, where it is one that goes on; else null. */
export async function loadContext(runId: string, limits: Limits): Promise<RunContext | null> {
  const run = await prisma().run.findFirst({
    where: { id: runId, state: 'running' },
    select: { projectId: true, kind: true, plan: true },
  })
  if (!run) return null
  const plan = runPlanSchema.parse(run.plan)
  const pipeline = await pipelineOf(plan.protocol.id)
  if (!pipeline) throw new Error(`there is no pipeline for ${plan.protocol.id}`)
  const { settings } = await loadSettings(prisma(), run.projectId)
  const { concurrency, requestsPerMinute } = settings
  const { projectId, kind } = run
  return {
    runId,
    projectId,
    kind,
    plan,
    protocol: protocolById(plan.protocol.id),
    pipeline,
    concurrency,
    requestsPerMinute,
    limits,
  }
}
