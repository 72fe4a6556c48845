import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { promptHash, promptText } from '@/lib/automation/llm/render-prompt'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import type { Prompt } from '@/lib/protocols/prefill'
import { pipelineOf } from '@/lib/protocols/steps'
import { selectItems } from '@/lib/workspace/items/selection/select-items'
import { authorizeProject, type LoadedProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import type { RunPlan, RunTarget, RunView, StartRun } from './contract'
import { enqueueDrivers } from './jobs'
import { ensureSettings, loadSettings } from './load-settings'
import { planSteps, refuseOnGold } from './plan-steps'
import { presentRun } from './present'

/**
 * Starts a run of steps over the tasks of a stage that nobody has submitted, or over its gold. For managers. Asked again under the same id it starts
 * nothing. Errors: `rule` where the steps cannot be run, or there is nothing to run them on; `conflict` where the id is another run's.
 */
export async function startRun(actor: Actor, projectId: string, wanted: StartRun): Promise<RunView> {
  return transaction(async (tx) => {
    const project = await loadRunnable(tx, actor, projectId, { lock: 'change' })
    const kind = wanted.on === 'gold' ? 'evaluation' : 'pipeline'
    const started = await findStarted(tx, actor, projectId, { ...wanted, kind })
    if (started) return started
    const pipeline = await pipelineOf(project.protocolId)
    const stage = protocolById(project.protocolId).stages.find(({ key }) => key === wanted.stage)
    if (!stage) throw new AppError('rule', `The protocol has no stage "${wanted.stage}".`)
    const { settings } = await loadSettings(tx, projectId)
    const steps = await planSteps(tx, pipeline, stage.key, wanted.steps, settings)
    if (wanted.on === 'gold') refuseOnGold(pipeline, wanted)
    const { selection } = wanted.target
    const positions = selection === undefined ? null : await selectItems(tx, actor, project, selection)
    const run = await writeRun(tx, actor, {
      project,
      id: wanted.runId,
      kind,
      name: wanted.name,
      budgetMicro: wanted.budgetMicro,
      plan: {
        protocol: { id: project.protocolId, version: project.protocolVersion },
        stage: stage.key,
        steps,
        search: settings.search,
        prices: settings.prices,
        file: null,
        target: {
          pool: await countPool(tx, projectId, wanted),
          onlyNew: wanted.target.onlyNew,
          most: wanted.target.most ?? null,
          ...(wanted.on === 'gold' ? { on: wanted.on } : {}),
          ...(positions === null ? {} : { selected: positions.length }),
        },
      },
    })
    const items = await writeItems(tx, { runId: run.id, projectId, positions }, wanted)
    if (items === 0) throw new AppError('rule', nothingToDo(wanted))
    const used = new Set(steps.flatMap(({ method, key }) => (method === 'model' ? [key] : [])))
    await keepPrompts(
      tx,
      (pipeline?.steps ?? []).flatMap(({ key, prompts }) => (used.has(key) ? prompts : [])),
    )
    await record(tx, 'run.started', { actorId: actor.userId, projectId }, { runId: run.id, name: wanted.name, items })
    await enqueueDrivers(tx, run.id, settings.concurrency)
    return presentRun(tx, run.id)
  })
}

/** The project, where the actor may start runs in it. With `lock`, it is not archived before the transaction has ended. */
export async function loadRunnable(
  tx: Tx,
  actor: Actor,
  projectId: string,
  options: { lock?: 'change' } = {},
): Promise<LoadedProject> {
  const project = await loadProject(tx, actor, projectId, options)
  authorizeProject('project.manage', project, 'Runs are started by managers.')
  refuseArchived(project)
  return project
}

type StartedKind = 'pipeline' | 'evaluation' | 'generation'

/**
 * The run that this very request has started before; null where it has none. The project is held, so that of two that come together the second finds
 * the run of the first. Throws `conflict` where the id is another run's.
 */
export async function findStarted(
  tx: Tx,
  { userId }: Actor,
  projectId: string,
  { runId, kind, name }: { runId?: string | undefined; kind: StartedKind; name: string },
): Promise<RunView | null> {
  if (runId === undefined) return null
  const run = await tx.run.findUnique({
    where: { id: runId },
    select: { projectId: true, createdById: true, kind: true, name: true },
  })
  if (!run) return null
  const isIt = run.projectId === projectId && run.createdById === userId && run.kind === kind && run.name === name
  if (!isIt) throw new AppError('conflict', 'Another run has this id. Give yours a new one.')
  return presentRun(tx, runId)
}

interface NewRun {
  /** Left out: a new one. */
  id?: string | undefined
  project: LoadedProject
  kind: StartedKind
  name: string
  budgetMicro: number | null
  plan: RunPlan
}

/** A run that has begun, yet without items. */
export async function writeRun(tx: Tx, actor: Actor, { id, project, plan, ...run }: NewRun): Promise<{ id: string }> {
  await ensureSettings(tx, project.id)
  return tx.run.create({
    data: {
      ...run,
      ...(id === undefined ? {} : { id }),
      projectId: project.id,
      state: 'running',
      stageKey: plan.stage,
      startedAt: new Date(),
      plan: plan as Prisma.InputJsonObject,
      createdById: actor.userId,
    },
    select: { id: true },
  })
}

/** Keeps the texts of prompts, so that their hashes lead to them for ever. */
export async function keepPrompts(tx: Tx, prompts: readonly Prompt[]): Promise<void> {
  await tx.promptText.createMany({
    data: prompts.map((prompt) => ({
      hash: promptHash(prompt),
      name: prompt.name,
      version: prompt.version,
      text: promptText(prompt),
    })),
    skipDuplicates: true,
  })
}

/** Has a run suggested anything for `tasks t`? */
export const HAS_SUGGESTIONS = Prisma.sql`
  exists (select 1 from suggestions g where g.task_id = t.id and g.run_id is not null)`

const TAKEN: Record<RunTarget, Prisma.Sql> = {
  open: Prisma.sql`t.state in ('preparing', 'open') and t.submitted_count = 0`,
  gold: Prisma.sql`t.state = 'gold' and not t.stale`,
}

const isTaken = (projectId: string, { stage, on = 'open' }: StartRun) => Prisma.sql`
  from tasks t join stages s on s.id = t.stage_id join items i on i.id = t.item_id
  where t.project_id = ${projectId}::uuid and s.key = ${stage} and ${TAKEN[on]} and i.discarded_at is null`

async function countPool(tx: Tx, projectId: string, wanted: StartRun): Promise<number> {
  const rows = await tx.$queryRaw<{ pool: number }[]>`select count(*)::int "pool" ${isTaken(projectId, wanted)}`
  return rows[0]?.pool ?? 0
}

interface Taking {
  runId: string
  projectId: string
  /** Of the items that were selected. */
  positions: number[] | null
}

function writeItems(tx: Tx, { runId, projectId, positions }: Taking, wanted: StartRun): Promise<number> {
  const { itemIds, onlyNew, most } = wanted.target
  return tx.$executeRaw`
    insert into run_items (id, run_id, position, item_id, task_id)
    select gen_random_uuid(), ${runId}::uuid, row_number() over (order by position), item_id, id from (
      select t.id, t.item_id, t.position ${isTaken(projectId, wanted)}
        ${itemIds ? Prisma.sql`and t.item_id = any(${itemIds}::uuid[])` : Prisma.empty}
        ${positions ? Prisma.sql`and t.position = any(${positions}::int[])` : Prisma.empty}
        ${onlyNew ? Prisma.sql`and not ${HAS_SUGGESTIONS}` : Prisma.empty}
      order by t.position ${most ? Prisma.sql`limit ${most}` : Prisma.empty}) chosen`
}

function nothingToDo({ on, target: { itemIds, selection, onlyNew } }: StartRun): string {
  const some = itemIds !== undefined || selection !== undefined
  if (on === 'gold')
    return some
      ? 'None of these items has gold of this stage that is not stale.'
      : 'There is no gold of this stage yet that is not stale. Import labelled items, or wait until tasks are settled.'
  if (onlyNew && some)
    return 'None of these items has a task in this stage that nobody has submitted and no run has made suggestions for.'
  if (onlyNew) return 'Every task that is open has suggestions of a run already. Leave “only new” out to add others.'
  if (some) return 'None of these items has a task in this stage that nobody has submitted.'
  return 'There is no task in this stage that nobody has submitted. Import items first, or choose another stage.'
}
