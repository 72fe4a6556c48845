import 'server-only'
import type { z } from 'zod'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { authorizeProject, refuseArchived } from '@/lib/workspace/projects/queries'
import type { changeFactsBody, OwnFacts } from './facts/contract'
import { loadProjectOfItem } from './queries'

type Change = z.output<typeof changeFactsBody>

/**
 * Sets a manager's own domain, source and tags of an item, beside those of its record. Errors: `forbidden` to others,
 * `revision_conflict` where they are not as expected.
 */
export async function changeFacts(actor: Actor, itemId: string, { expected, ...change }: Change): Promise<OwnFacts> {
  return transaction(async (tx) => {
    const project = await loadProjectOfItem(tx, actor, itemId)
    authorizeProject('project.manage', project, 'Domains, sources and tags are set by managers of the project.')
    refuseArchived(project)
    // Held before the item, as by whoever changes many of them.
    await tx.$queryRaw`select 1 from projects where id = ${project.id}::uuid for no key update`
    const before = await lockFacts(tx, itemId)
    if (expected && !isSame(expected, before))
      throw new AppError('revision_conflict', 'Somebody has changed these since you last saw them.', {
        data: { current: before },
      })
    const { domain = before.domain, source = before.source, tags = before.tags } = change
    const next = { domain, source, tags }
    if (isSame(before, next)) return before
    await tx.item.update({
      where: { id: itemId },
      data: { ownDomain: domain, ownSource: source, tags, changedAt: new Date() },
    })
    // Figures by them that are being computed at this moment are of other slices: the version of the data tells.
    await tx.project.update({
      where: { id: project.id },
      data: { factsVersion: { increment: 1 } },
      select: { id: true },
    })
    const task = await tx.task.findFirst({
      where: { itemId },
      orderBy: { stage: { position: 'asc' } },
      select: { id: true },
    })
    const scope = { actorId: actor.userId, projectId: project.id, itemId, ...(task ? { taskId: task.id } : {}) }
    await record(tx, 'item.facts_changed', scope, { from: before, to: next })
    return next
  })
}

async function lockFacts(tx: Tx, itemId: string): Promise<OwnFacts> {
  const [row] = await tx.$queryRaw<OwnFacts[]>`
    select own_domain "domain", own_source "source", tags from items where id = ${itemId}::uuid for update`
  if (!row) throw new AppError('not_found')
  return row
}

const isSame = (left: OwnFacts, right: OwnFacts): boolean =>
  left.domain === right.domain && left.source === right.source && left.tags.join('\n') === right.tags.join('\n')
