import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import { runPlanSchema } from '@/lib/automation/prefill/contract'
import { record } from '@/lib/platform/events/record'
import { runEndedJob } from '@/lib/platform/jobs/run-ended'
import { handleJob } from '@/lib/platform/jobs/task-registry'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { notifyProject } from '@/lib/platform/server/live'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import { takenSystems } from './check-predictions'
import { LONGEST_SYSTEM, type SystemView } from './contract'
import { countProposals } from './count-proposals'
import { systemsOf } from './present'

/** The worker's handler; safe to run twice. */
export const runEndedHandler = handleJob(runEndedJob, ({ runId }) => addEndedRun(runId))

/**
 * Takes a run on gold that has ended as a system of every task that scores its steps; other runs are left to people. What
 * it brought when it ended before is replaced, so that reports are made anew.
 */
export async function addEndedRun(runId: string): Promise<void> {
  const run = await prisma().run.findFirst({
    where: { id: runId, kind: 'evaluation', state: 'done' },
    include: { project: { select: { protocolId: true } } },
  })
  if (!run) return
  await transaction((tx) => takeRun(tx, run))
  notifyProject(run.projectId)
}

type EndedRun = Prisma.RunGetPayload<{ include: { project: { select: { protocolId: true } } } }>

async function takeRun(tx: Tx, run: EndedRun): Promise<void> {
  const { id: runId, projectId, createdById, name, project } = run
  // Names of systems are given one after the other.
  await tx.$queryRaw`select 1 from projects where id = ${projectId}::uuid for no key update`
  const all = await countProposals(tx, run)
  if (createdById === null || all === 0) return
  const steps = runPlanSchema.parse(run.plan).steps.map(({ key }) => key)
  const tasks = (await evaluationTasks(project.protocolId)).filter(({ stage }) => stage === run.stageKey)
  for (const { key: task, fromQuestion, fromSteps } of tasks) {
    if (!fromSteps || (fromQuestion === undefined && !fromSteps.some((key) => steps.includes(key)))) continue
    const before = await tx.evaluation.findFirst({ where: { projectId, task, runId } })
    if (before) await tx.evaluation.delete({ where: { id: before.id } })
    const predictions = fromQuestion === undefined ? all : await countProposals(tx, run, fromQuestion)
    if (predictions === 0) continue
    const earlierSystem = before && systemsOf(before)[0]?.system
    const system = earlierSystem ?? freeName(name, await takenSystems(tx, projectId, task))
    const systems: SystemView[] = [{ system, about: {}, predictions }]
    const row = await tx.evaluation.create({
      data: {
        projectId,
        task,
        name,
        runId,
        state: 'done',
        systems,
        records: predictions,
        createdById,
        ...(before ? { createdAt: before.createdAt } : {}),
        finishedAt: new Date(),
      },
    })
    const about = { evaluationId: row.id, task, name }
    await record(tx, 'evaluation.uploaded', { actorId: createdById, projectId }, about)
  }
}

/** The name, with a number where a system of it is there. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  const baseName = name.slice(0, LONGEST_SYSTEM).toWellFormed()
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : ` (${number})`
    const candidate = `${baseName.slice(0, LONGEST_SYSTEM - ending.length).toWellFormed()}${ending}`
    if (!taken.has(candidate)) return candidate
  }
}
