import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { notifyProject } from '@/lib/platform/server/live'
import { takenSystems } from './check-predictions'
import { type EvaluationView, LONGEST_SYSTEM, type SystemView } from './contract'
import { countProposals } from './count-proposals'
import { loadChangeable, taskOf } from './load-evaluation'
import { presentEvaluation } from './present'

/**
 * Takes an ended run of pre-fill as a system: what it proposed is scored whenever a report is made. For managers. Errors:
 * `rule` where the task scores no runs, the run goes on, proposed nothing, or a system of the name is there.
 */
export async function addRun(
  actor: Actor,
  projectId: string,
  wanted: { task: string; runId: string; system?: string },
): Promise<EvaluationView> {
  return transaction(async (tx) => {
    const project = await loadChangeable(tx, actor, projectId, { lock: 'change' })
    const task = await taskOf(project, wanted.task)
    const run = found(await tx.run.findFirst({ where: { id: wanted.runId, projectId } }), 'There is no such run here.')
    if (!task.fromProposals || run.stageKey !== task.stage)
      throw new AppError('rule', 'This task does not score what that run proposed. Choose another run or task.')
    if (run.state !== 'done' && run.state !== 'cancelled')
      throw new AppError('rule', 'The run still goes on. Wait until it has ended, or cancel it.')
    const predictions = await countProposals(tx, run, task.fromQuestion)
    if (predictions === 0) throw new AppError('rule', 'The run has proposed nothing for this. Choose another one.')
    const system = (wanted.system ?? run.name).trim().slice(0, LONGEST_SYSTEM).toWellFormed()
    const from = (await takenSystems(tx, projectId, task.key)).get(system)
    if (from !== undefined)
      throw new AppError(
        'rule',
        `The system "${system}" is there already, from ${from.name}. Give this one another name.`,
      )
    const systems: SystemView[] = [{ system, about: {}, predictions }]
    const row = await tx.evaluation.create({
      data: {
        projectId,
        task: task.key,
        name: run.name,
        runId: run.id,
        state: 'done',
        systems,
        records: predictions,
        createdById: actor.userId,
        finishedAt: new Date(),
      },
    })
    const about = { evaluationId: row.id, task: task.key, name: run.name }
    await record(tx, 'evaluation.uploaded', { actorId: actor.userId, projectId }, about)
    notifyProject(projectId)
    return presentEvaluation(row)
  })
}
