/** Trying steps out on one item: what they would propose and what was asked. Nothing is written but the cost. */
import 'server-only'
import type { z } from 'zod'
import type { Result } from '@/lib/platform/api/endpoint'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { pipelineOf } from '@/lib/protocols/steps'
import { LIMITS } from './ledger/limits'
import { ensureSettings, loadSettings } from './load-settings'
import { planSteps, refuseOnGold } from './plan-steps'
import { loadRunnable } from './start-run'
import type { tryStepEndpoint } from './trials/contract'
import { refuseOtherText } from './work/apply-output'
import { checkProposals } from './work/check-proposals'
import { noCounts } from './work/counts'
import { loadWorkedTask, type WorkedTask } from './work/load-worked-task'
import { runSteps, type StepsResult } from './work/run-steps'
import { stepContextWith } from './work/step-context-with'
import { type Exchange, toolsFor } from './work/tools'

type Trial = z.output<NonNullable<typeof tryStepEndpoint.body>>
type Tried = Result<typeof tryStepEndpoint>

/** All tries of a call together, in milliseconds: somebody waits for it. */
const PATIENCE_MS = 90_000

/** For managers. Errors: `rule` where the steps cannot be run, or the item has no open task in the stage. */
export async function trySteps(actor: Actor, projectId: string, body: Trial, signal: AbortSignal): Promise<Tried> {
  const { task, settings, steps, pipeline } = await prepare(actor, projectId, body)
  const exchanges: Exchange[] = []
  const caller = {
    projectId,
    runId: null,
    runItemId: null,
    signal,
    isHalted: () => false,
    afresh: false,
    // Whoever tries again wants another answer than one that was refused or cut.
    retry: Number.POSITIVE_INFINITY,
    requestsPerMinute: settings.requestsPerMinute,
    limits: { ...LIMITS, tryingMs: PATIENCE_MS },
  }
  const { search, prices } = settings
  const onExchange = (exchange: Exchange) => exchanges.push(exchange)
  const tools = { caller, taskId: null, search, prices, counts: noCounts(), onExchange }
  let { stepContext } = task
  const result = await runSteps({
    pipeline,
    steps,
    stepContext: task.stepContext,
    tools: (step) => toolsFor(step, tools),
    apply: async (output) => {
      const now = { ...task, stepContext }
      // As in a run: other segments have to say the same text.
      if (output.segments) refuseOtherText(task.stage, now, output.segments)
      stepContext = await stepContextWith(now, output)
      return stepContext
    },
  })
  return present(task, result, exchanges)
}

async function prepare(actor: Actor, projectId: string, { itemId, stage, on, steps: wanted }: Trial) {
  return transaction(async (tx) => {
    const project = await loadRunnable(tx, actor, projectId)
    const { settings } = await loadSettings(tx, projectId)
    await ensureSettings(tx, projectId)
    const pipeline = found(await pipelineOf(project.protocolId))
    const steps = await planSteps(tx, pipeline, stage, wanted, settings)
    if (on === 'gold') refuseOnGold(pipeline, { steps: wanted })
    const row = await tx.task.findFirst({
      where: { projectId, itemId, stage: { key: stage } },
      select: { id: true },
    })
    const task = row ? await loadWorkedTask(tx, row.id, on) : null
    if (!task)
      throw new AppError(
        'rule',
        on === 'gold'
          ? 'This item has no gold of this stage that is not stale. Choose another item.'
          : 'This item has no task in this stage that is still open to runs. Choose another item.',
      )
    return { task, settings, steps, pipeline }
  })
}

function present(
  { stage }: WorkedTask,
  { proposals, notes, stepContext, stopped }: StepsResult,
  exchanges: Exchange[],
): Tried {
  const { taken, dropped } = checkProposals(stage, stepContext, proposals)
  const texts = new Map(stepContext.units.map(({ key, text }) => [key, text]))
  const failure = stopped && 'failure' in stopped ? stopped : null
  return {
    proposals: taken.map(({ unit, question, value, score, rationale }) => ({
      unit,
      question,
      value,
      unitText: texts.get(unit) ?? '',
      score: score ?? null,
      rationale: rationale ?? null,
    })),
    notes: dropped.length > 0 ? { ...notes, 'not taken': dropped.map((each) => ({ ...each })) } : notes,
    asked: exchanges,
    failure: failure && { step: failure.step, code: failure.failure.code, message: failure.failure.message },
  }
}
