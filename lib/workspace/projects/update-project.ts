import 'server-only'
import type { z } from 'zod'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import type { NamedProject, updateProjectBody } from './contract'
import { findAlike } from './find-alike'
import { authorizeProject, type LoadedProject, loadProject, refuseArchived, rollUpRuleOf } from './load-project'
import { presentProject } from './present'
import { changedFields } from './rules'

/** Changes name, description, rule of roll-up or the proposed search engine. Refuses to overwrite what somebody else changed since the editor was filled. */
export async function updateProject(
  actor: Actor,
  projectId: string,
  body: z.infer<typeof updateProjectBody>,
): Promise<NamedProject> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId, { lock: 'change' })
    authorizeProject('project.manage', project)
    refuseArchived(project)
    const { seen = {}, ...next } = body
    const { name, description, searchEngine } = project
    const current = { name, description, rollUpRule: rollUpRuleOf(project), searchEngine }
    if (Object.keys(changedFields(current, seen)).length > 0)
      throw new AppError('revision_conflict', undefined, { data: { current } })
    refuseUnknownRule(project, next.rollUpRule)
    const changes = changedFields(current, next)
    if (Object.keys(changes).length > 0) {
      await tx.project.update({ where: { id: projectId }, data: next })
      await record(tx, 'project.updated', { actorId: actor.userId, projectId }, changes)
    }
    const changed = await presentProject(tx, await loadProject(tx, actor, projectId))
    return 'name' in changes ? { ...changed, ...(await findAlike(tx, actor, changed)) } : changed
  })
}

function refuseUnknownRule({ protocolId }: LoadedProject, rule: string | undefined): void {
  if (rule !== undefined && !protocolById(protocolId).rollUps.some(({ key }) => key === rule))
    throw new AppError('rule', 'The protocol has no such rule of roll-up.')
}
