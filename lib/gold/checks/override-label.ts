import 'server-only'
import type { z } from 'zod'
import { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { canTask } from '@/lib/platform/policy/can'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import type { ItemLabel, Json } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { loadProjectOfItem } from '@/lib/workspace/items/queries'
import { refuseArchived } from '@/lib/workspace/projects/queries'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { lockAnswerReads, recordAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'
import type { Override, overrideLabelBody } from './contract'
import { contradictionsOf } from './contradictions'
import { headBatches } from './read-heads'

/**
 * Sets an item's label by hand, with a reason, where its rules or its record contradict each other; null takes that back.
 * Every word is kept as a version of its own. For managers and reviewers who did not annotate the item.
 */
export async function overrideLabel(
  actor: Actor,
  itemId: string,
  body: z.output<typeof overrideLabelBody>,
): Promise<Override> {
  return transaction(async (tx) => {
    const project = await loadProjectOfItem(tx, actor, itemId)
    const { itemLabel } = protocolById(project.protocolId)
    const taskId = itemLabel && (await labelTask(tx, itemId, itemLabel.stage))
    const { role } = project.subject
    if (role !== 'manager' && role !== 'reviewer')
      throw new AppError('forbidden', 'Labels are set by hand by managers and reviewers.')
    refuseArchived(project)
    if (!itemLabel || !taskId)
      throw new AppError('rule', 'The item has no label to settle: its gold is still being made.')
    await lockAnswerReads(tx, actor.userId)
    const { subject } = await loadTask(tx, actor, taskId, { lock: true })
    if (!canTask(actor, 'task.overrideLabel', subject))
      throw new AppError('forbidden', 'You annotated this item, so somebody else settles its label.')
    await recordAnswerReads(tx, actor, [taskId], 'gold')
    return write(tx, actor, { itemId, taskId, projectId: project.id, itemLabel }, body)
  })
}

/** The gold task of the stage that the label follows from; undefined while there is none. */
async function labelTask(tx: Tx, itemId: string, stage: string): Promise<string | undefined> {
  const where = { itemId, state: 'gold' as const, stage: { key: stage }, item: { discardedAt: null } }
  return (await tx.task.findFirst({ where, select: { id: true } }))?.id
}

interface LabelledTask {
  itemId: string
  taskId: string
  projectId: string
  itemLabel: ItemLabel
}

async function write(
  tx: Tx,
  actor: Actor,
  place: LabelledTask,
  { value, reason, expectedVersion }: z.output<typeof overrideLabelBody>,
): Promise<Override> {
  const { itemId, taskId, projectId, itemLabel } = place
  const latest = await tx.rollUpOverride.findFirst({ where: { itemId }, orderBy: { version: 'desc' } })
  if ((latest?.version ?? 0) !== expectedVersion)
    throw new AppError('revision_conflict', 'Somebody else set this label meanwhile. Look again before you decide.', {
      data: { current: latest && { version: latest.version, value: latest.value, reason: latest.reason } },
    })
  if (value === null && (latest?.value ?? null) === null)
    throw new AppError('rule', 'Nothing was set by hand, so there is nothing to take back.')
  if (value !== null) await refuseUncalledFor(tx, place, value)
  const version = expectedVersion + 1
  const written = await tx.rollUpOverride.create({
    data: { itemId, version, value: value ?? Prisma.JsonNull, reason, userId: actor.userId },
    include: { user: { select: { name: true } } },
  })
  const scope = { actorId: actor.userId, projectId, itemId, taskId }
  await record(tx, 'label.overridden', scope, { stage: itemLabel.stage, version, value, reason })
  const createdAt = written.createdAt.toISOString()
  return { version, value, reason, by: written.user.name, at: createdAt, stands: value !== null }
}

/** A label is set by hand only to one of its values, and only where something is contradicted. */
async function refuseUncalledFor(tx: Tx, { itemId, projectId, itemLabel }: LabelledTask, value: Json): Promise<void> {
  if (!itemLabel.values.some((each) => sameValue(each.value, value)))
    throw new AppError('invalid_request', 'The label cannot have this value.')
  const { position } = found(await tx.item.findUnique({ where: { id: itemId }, select: { position: true } }))
  const place = { after: position - 1, batch: 1 }
  const { value: heads } = await headBatches(tx, projectId, itemLabel, place).next()
  const label = (heads ?? []).find(({ id }) => id === itemId)?.label
  if (!label || contradictionsOf(label).length === 0)
    throw new AppError('rule', 'Nothing contradicts the label of this item, so it is not set by hand.')
}
