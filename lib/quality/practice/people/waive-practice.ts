import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { loadManaged } from '@/lib/quality/practice/update-practice'

interface Whom {
  projectId: string
  userId: string
}

/** Lets a member begin without practice; a newer reason takes the place of the old one. */
export async function waivePractice(actor: Actor, whom: Whom, reason: string): Promise<void> {
  await transaction(async (tx) => {
    await loadManaged(tx, actor, whom.projectId)
    const member = { projectId: whom.projectId, userId: whom.userId, role: { not: 'viewer' as const } }
    found(
      await tx.membership.findFirst({ where: member, select: { userId: true } }),
      'This person does not annotate in the project.',
    )
    const word = { reason, byId: actor.userId, at: new Date() }
    await tx.practiceWaiver.upsert({ where: { projectId_userId: whom }, create: { ...whom, ...word }, update: word })
    const scope = { actorId: actor.userId, projectId: whom.projectId }
    await record(tx, 'practice.waived', scope, { userId: whom.userId, reason })
  })
}

/** Takes the word back: practice comes first again, from the next task of a stage that the person has not begun. */
export async function withdrawWaiver(actor: Actor, whom: Whom): Promise<void> {
  await transaction(async (tx) => {
    await loadManaged(tx, actor, whom.projectId)
    const { count } = await tx.practiceWaiver.deleteMany({ where: whom })
    if (count === 0) return
    const scope = { actorId: actor.userId, projectId: whom.projectId }
    await record(tx, 'practice.waiver_withdrawn', scope, { userId: whom.userId })
  })
}
