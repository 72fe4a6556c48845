import 'server-only'
import type { Evaluation } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { visibleProjectsWhere } from '@/lib/platform/policy/visible'
import type { Tx } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import { authorizeProject, type LoadedProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'

const READERS = 'Evaluation is for managers, reviewers and viewers of a project.'

/** The project, for those who may see how systems do: `not_found` when hidden, `forbidden` for annotators. */
export async function loadReadable(tx: Tx, actor: Actor, projectId: string): Promise<LoadedProject> {
  const project = await loadProject(tx, actor, projectId)
  authorizeProject('project.export', project, READERS)
  return project
}

/** The project, for those who may add and remove systems. */
export async function loadChangeable(
  tx: Tx,
  actor: Actor,
  projectId: string,
  options: { lock?: 'change' } = {},
): Promise<LoadedProject> {
  const project = await loadProject(tx, actor, projectId, options)
  authorizeProject('project.manage', project, 'Systems are added and removed by managers.')
  refuseArchived(project)
  return project
}

/** An evaluation in a project that the actor can see; the caller asks what they may do in it. */
export async function loadEvaluation(tx: Tx, actor: Actor, evaluationId: string): Promise<Evaluation> {
  return found(await tx.evaluation.findFirst({ where: { id: evaluationId, project: visibleProjectsWhere(actor) } }))
}

/** A task of the protocol's; `invalid_request` where it has none of that name. */
export async function taskOf({ protocolId }: Pick<LoadedProject, 'protocolId'>, key: string): Promise<EvaluationTask> {
  const task = (await evaluationTasks(protocolId)).find((candidate) => candidate.key === key)
  if (!task) throw new AppError('invalid_request', 'The protocol has no such evaluation task.')
  return task
}

/** May they read what is told of single units: the labels of annotators, and how far these agreed? Viewers read figures. */
export const readsUnits = ({ subject }: Pick<LoadedProject, 'subject'>): boolean => subject.role !== 'viewer'
