import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { loadProject } from '@/lib/workspace/projects/queries'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { holdPeople } from '@/lib/workspace/users/queries'

/** Takes an unfinished share from one person and, if wanted, gives it to another member. The draft taken away stays stored. */
export async function reassignTask(
  actor: Actor,
  taskId: string,
  body: { fromUserId: string; toUserId: string | null },
): Promise<void> {
  await transaction(async (tx) => {
    // Before anything is held: nobody holds up a project that is not theirs to manage.
    requireManager(await loadTask(tx, actor, taskId))
    if (body.toUserId) await keepMember(tx, actor, taskId, body.toUserId)
    const task = await loadTask(tx, actor, taskId, { lock: true })
    requireManager(task)
    if (task.state !== 'open') throw new AppError('conflict', 'Only tasks that are being annotated can be reassigned.')
    const scope = { actorId: actor.userId, projectId: task.projectId, itemId: task.itemId, taskId }
    // The origin changes too: a share that a manager took away is not offered to the same person again by the queue.
    const { count } = await tx.assignment.updateMany({
      where: { taskId, userId: body.fromUserId, state: { in: ['reserved', 'assigned'] } },
      data: { state: 'released', origin: 'manager', expiresAt: null },
    })
    if (count === 0) throw new AppError('conflict', 'This person has no unfinished share of the task any more.')
    const why = body.toUserId ? 'reassigned' : 'taken_back'
    await record(tx, 'assignment.released', scope, { userId: body.fromUserId, why })
    if (!body.toUserId) return

    const userId = body.toUserId
    const member = await tx.membership.findFirst({
      where: { projectId: task.projectId, userId, role: { not: 'viewer' }, user: { deactivatedAt: null } },
    })
    if (!member) throw new AppError('rule', 'Work can only be given to an active member who is not a viewer.')
    const read = await tx.answerRead.findUnique({ where: { taskId_userId: { taskId, userId } } })
    if (read) throw new AppError('rule', 'This person has read the answers of the task and cannot be assigned to it.')
    const existingShare = await tx.assignment.findUnique({
      where: { taskId_userId: { taskId, userId } },
      select: { state: true },
    })
    if (existingShare && existingShare.state !== 'skipped' && existingShare.state !== 'released')
      throw new AppError('rule', 'This person already has a share of the task.')
    const share = {
      state: 'assigned',
      origin: 'manager',
      assignedById: actor.userId,
      expiresAt: null,
      skipReason: null,
    } as const
    await tx.assignment.upsert({
      where: { taskId_userId: { taskId, userId } },
      create: { taskId, userId, ...share },
      update: share,
    })
    await record(tx, 'assignment.assigned', scope, { userId, origin: 'manager' })
  })
}

function requireManager({ subject }: Awaited<ReturnType<typeof loadTask>>): void {
  if (subject.role !== 'manager' || subject.archived)
    throw new AppError('forbidden', 'Only a manager can reassign work.')
}

/** Until the share is there its person does not leave, or it would not be given back. Before the task, as everywhere. */
async function keepMember(tx: Tx, actor: Actor, taskId: string, userId: string): Promise<void> {
  const { projectId } = await loadTask(tx, actor, taskId)
  await loadProject(tx, actor, projectId, { lock: 'change' })
  await holdPeople(tx, [userId])
}
