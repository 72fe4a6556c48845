import 'server-only'
import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { generateItem } from '@/lib/automation/prefill/generation/work-generation'
import type { Caller } from '@/lib/automation/prefill/ledger/call'
import { isDatabaseTrouble } from '@/lib/platform/server/database-trouble'
import { prisma, transaction } from '@/lib/platform/server/db'
import { notifyRun } from '@/lib/platform/server/live'
import { log } from '@/lib/platform/server/log'
import { type FailureCode, StepFailure, type StepOutput } from '@/lib/protocols/prefill'
import type { Stage } from '@/lib/protocols/protocol'
import { applyOutput } from './apply-output'
import type { RunContext } from './context'
import { noCounts } from './counts'
import { type Ending, finishItem } from './finish-item'
import { afreshSchema, type ClaimedItem, pauseRun, renewItems } from './items'
import { loadWorkedTask, type WorkedTask } from './load-worked-task'
import { runSteps, type StepContext } from './run-steps'
import { stepContextWith } from './step-context-with'
import { completeThrough, type ToolSettings, toolsFor } from './tools'

/* One item of a run, from its first step to what becomes of it. */

/** How the work on an item can be ended from outside. */
interface StopSignal {
  /** Ends it at once. */
  signal: AbortSignal
  /** Once true, nothing new is asked; what is under way comes to its end, and the item waits on. */
  isHalted(): boolean
}

/** Failures that every other item of the run would meet as well, and what the run then stands still for. */
const STANDSTILLS: Partial<Record<FailureCode, 'budget' | 'provider'>> = {
  budget: 'budget',
  no_key: 'provider',
  wrong_key: 'provider',
}
/** Failures by which a step could do nothing with good answers. */
const UNUSABLE: readonly FailureCode[] = ['malformed', 'rejected']
const DATABASE_PAUSE_MS = 1_000

/** Works on an item that was taken, and writes what became of it. Never throws: a lost item is another worker's. */
async function workItem(context: RunContext, item: ClaimedItem, stopSignal: StopSignal): Promise<void> {
  const started = Date.now()
  const { stage, ...ending } = await endingOf(context, item, stopSignal)
  const timed = { ...ending, millis: Date.now() - started }
  const reason = timed.state === 'waiting' && timed.code ? STANDSTILLS[timed.code] : undefined
  try {
    await finishItem(context.runId, item, stage, timed)
    if (reason) await pauseRun(context.runId, reason)
  } catch (error) {
    await giveUp(context, item, timed, error)
  }
  notifyRun(context.runId)
}

/** What cannot be written must not come back for ever, unless it is the database that is in trouble. */
async function giveUp({ runId }: RunContext, item: ClaimedItem, ending: Ending, error: unknown): Promise<void> {
  log.error('an item of a run could not be written', { runId, item: item.id, cause: String(error) })
  const message = 'What the steps made could not be written; the reason is in the log of the server. Try again.'
  const empty = { ...ending, proposals: [], notes: {}, afresh: null }
  const finalEnding: Ending = isDatabaseTrouble(error)
    ? { ...empty, ...(await waitForDatabase()) }
    : { ...empty, state: 'failed', code: 'internal', message }
  await finishItem(runId, item, null, finalEnding).catch((again) => {
    // Its lease runs out, and whoever takes it over finds all answers kept.
    log.error('an item of a run was taken over by another worker', { runId, item: item.id, cause: String(again) })
  })
}

type Untimed = Omit<Ending, 'millis'> & { stage: Stage | null }

async function endingOf(context: RunContext, item: ClaimedItem, stopSignal: StopSignal): Promise<Untimed> {
  const counts = noCounts()
  const onGold = context.kind === 'evaluation'
  const settings: ToolSettings = {
    // Searches for gold are the run's alone, and stand beside no task.
    taskId: onGold ? null : item.taskId,
    search: context.plan.search,
    prices: context.plan.prices,
    counts,
    caller: callerOf(context, item, stopSignal, null),
  }
  const none = {
    step: null,
    code: null,
    message: null,
    notes: {},
    proposals: [],
    afresh: null,
    counts,
    stage: null,
    predictedOf: null,
  }
  try {
    if (context.kind === 'generation') return await generate(item, settings, none)
    const { taskId } = item
    const task = taskId ? await transaction((tx) => loadWorkedTask(tx, taskId, onGold ? 'gold' : 'open')) : null
    if (!task)
      return { ...none, state: 'skipped', message: onGold ? NO_GOLD : 'Its task was submitted or discarded meanwhile.' }
    return await prefill(context, { item, task, stopSignal }, settings, none)
  } catch (error) {
    if (isDatabaseTrouble(error)) return { ...none, ...(await waitForDatabase()) }
    return { ...none, ...endOfFailure(asFailure(error), null, counts.badAnswer) }
  }
}

/** Nothing is wrong with an item that met a restart or a full disk: it begins anew, but not at once. */
async function waitForDatabase(): Promise<{ state: 'waiting'; code: null; message: null }> {
  await pause(DATABASE_PAUSE_MS)
  return { state: 'waiting', code: null, message: null }
}

const NO_GOLD = 'Its task is not gold any more.'

function asFailure(error: unknown): StepFailure {
  if (error instanceof StepFailure) return error
  log.error('an item of a run failed', {
    cause: error instanceof Error ? (error.stack ?? error.message) : String(error),
  })
  return new StepFailure('internal', 'Assay failed; the reason is in the log of the server. Try again.')
}

async function generate(item: ClaimedItem, settings: ToolSettings, none: Omit<Untimed, 'state'>): Promise<Untimed> {
  await generateItem((request) => completeThrough(request, settings), item.id)
  return { ...none, state: 'done', step: 'generate' }
}

async function prefill(
  context: RunContext,
  { item, task, stopSignal }: { item: ClaimedItem; task: WorkedTask; stopSignal: StopSignal },
  settings: ToolSettings,
  none: Omit<Untimed, 'state'>,
): Promise<Untimed> {
  const onGold = context.kind === 'evaluation'
  const { proposals, notes, stopped, stepContext } = await runSteps({
    pipeline: context.pipeline,
    steps: context.plan.steps,
    stepContext: task.stepContext,
    tools: (step) => toolsFor(step, { ...settings, caller: callerOf(context, item, stopSignal, step.key) }),
    apply: onGold ? applyAside(task) : (output) => applyOutput(context.runId, item, task, output),
    onStep: async ({ key }) => {
      if (stopSignal.isHalted()) throw new StepFailure('cancelled', 'The run was stopped while this was under way.')
      if (context.plan.steps.length > 1)
        await prisma().runItem.updateMany({ where: { id: item.id, worker: item.worker }, data: { step: key } })
    },
  })
  const { stage, staged } = task
  const predictedOf = onGold ? stepContext : null
  const baseEnding = { ...none, proposals, notes, stage, protocolId: staged.protocol.id, predictedOf }
  const { fatal } = settings.counts
  if (fatal) return { ...baseEnding, ...endOfFailure(fatal, stopped?.step ?? null, false) }
  if (!stopped) return { ...baseEnding, state: 'done', step: context.plan.steps.at(-1)?.key ?? null }
  if ('skipped' in stopped) return { ...baseEnding, state: 'skipped', step: stopped.step, message: stopped.skipped }
  return { ...baseEnding, ...endOfFailure(stopped.failure, stopped.step, settings.counts.badAnswer) }
}

/** For the steps of this run alone: gold keeps its content and units. */
function applyAside(task: WorkedTask): (output: StepOutput) => Promise<StepContext> {
  let { stepContext } = task
  return async ({ evidence }) => {
    stepContext = await stepContextWith({ ...task, stepContext }, { evidence })
    return stepContext
  }
}

/** What a failure means: the item has failed, or waits for the run to go on, and then begins anew. */
function endOfFailure(
  { code, message }: StepFailure,
  step: string | null,
  badAnswer: boolean,
): Partial<Untimed> & Pick<Untimed, 'state'> {
  if (code === 'cancelled') return { state: 'waiting', step, notes: {}, proposals: [] }
  if (STANDSTILLS[code]) return { state: 'waiting', step, code, message, notes: {}, proposals: [] }
  return { state: 'failed', step, code, message, afresh: UNUSABLE.includes(code) && !badAnswer ? step : null }
}

function callerOf(context: RunContext, item: ClaimedItem, stopSignal: StopSignal, step: string | null): Caller {
  const { projectId, runId, requestsPerMinute, limits } = context
  return {
    projectId,
    runId,
    runItemId: item.id,
    requestsPerMinute,
    limits,
    signal: stopSignal.signal,
    isHalted: () => stopSignal.isHalted(),
    retry: item.attempts - 1,
    afresh: step !== null && afreshSchema.parse(item.subject).afresh === step,
  }
}

/** Signs of life go out this often at least, so that a pause or cancellation bites soon. */
const LOOK_MS = 1_000
/** What calls under way have left to come to their end, once the process is asked to end. */
const GRACE_MS = 3_000

interface InHand {
  item: ClaimedItem
  done: Promise<void>
  end: AbortController
}

/** The items that one driver has in hand, each kept by signs of life until it is done or lost. */
export class ItemPool {
  private readonly items = new Map<string, InHand>()
  private readonly timer: NodeJS.Timeout
  private halted = false
  private isLooking = false

  constructor(private readonly context: RunContext) {
    this.timer = setInterval(() => void this.live(), Math.min(LOOK_MS, context.limits.leaseMs / 3))
  }

  get size(): number {
    return this.items.size
  }

  isHalted(): boolean {
    return this.halted
  }

  take(item: ClaimedItem): void {
    const end = new AbortController()
    // A step may ask much at once.
    setMaxListeners(0, end.signal)
    const stopSignal = { signal: end.signal, isHalted: () => this.halted }
    const done = workItem(this.context, item, stopSignal).finally(() => this.items.delete(item.id))
    this.items.set(item.id, { item, end, done })
  }

  /** Until one of them is done. */
  async oneDone(): Promise<void> {
    await Promise.race([...this.items.values()].map(({ done }) => done))
  }

  async allDone(): Promise<void> {
    while (this.items.size > 0) await this.oneDone()
  }

  /** Nothing new is asked; what does not come to its end soon is cut off. */
  stop(): void {
    this.halted = true
    setTimeout(() => this.endAll(), GRACE_MS).unref()
  }

  /** Nothing goes on behind a driver that has left. */
  dispose(): void {
    clearInterval(this.timer)
    this.halted = true
    this.endAll()
  }

  private endAll(): void {
    for (const { end } of this.items.values()) end.abort()
  }

  private async live(): Promise<void> {
    // A slow database is not asked the same again and again.
    if (this.isLooking) return
    this.isLooking = true
    const inHand = [...this.items.values()]
    try {
      const { own, state } = await renewItems(
        this.context,
        inHand.map(({ item }) => item),
      )
      if (state !== 'running') this.halted = true
      if (state === 'cancelled') this.endAll()
      for (const { item, end } of inHand) if (this.items.has(item.id) && !own.has(item.id)) end.abort()
    } catch (error) {
      log.warn('a heartbeat could not be written', { runId: this.context.runId, error: String(error) })
    } finally {
      this.isLooking = false
    }
  }
}
