import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { recordMany } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { UpdateMembers } from './contract'
import { loadManagedProject, lockProject } from './load-project'
import { memberSelect } from './present'

const FIELDS = ['quota', 'domains', 'tags', 'languages'] as const

/**
 * Sets quota, domains, tags or languages of many members, each with its event. Where one of them is no member any more, or is not as the manager
 * saw them, nothing is changed: `conflict` names them. Who has all of it already is no change.
 */
export async function updateMembers(
  actor: Actor,
  projectId: string,
  { people, change }: UpdateMembers,
): Promise<{ changed: number }> {
  return transaction(async (tx) => {
    await lockProject(tx, projectId)
    await loadManagedProject(tx, actor, projectId)
    const where = { projectId, userId: { in: people.map(({ userId }) => userId) } }
    const rows = await tx.membership.findMany({ where, select: memberSelect, orderBy: { userId: 'asc' } })
    if (rows.length !== people.length)
      throw new AppError('conflict', 'Somebody chosen is no member any more. Look at the members as they are now.')
    const seenSettings = new Map(people.map((person) => [person.userId, person.seen]))
    const others = rows.filter(
      (row) => !isDeepStrictEqual(settingsOf(row), settingsOf(seenSettings.get(row.userId) ?? row)),
    )
    if (others.length > 0)
      throw new AppError(
        'conflict',
        `Somebody has changed what holds for ${others.map(({ user }) => user.name).join(', ')} since. Nothing was changed: look at it as it is now.`,
      )
    const changed = rows.flatMap((row) => {
      const to = { ...settingsOf(row), ...change }
      const fields = FIELDS.filter((key) => !isDeepStrictEqual(row[key], to[key]))
      const changes = Object.fromEntries(fields.map((key) => [key, { from: row[key], to: to[key] }]))
      return fields.length > 0 ? [{ userId: row.userId, changes }] : []
    })
    const userIds = changed.map(({ userId }) => userId)
    await tx.membership.updateMany({ where: { projectId, userId: { in: userIds } }, data: change })
    const scope = { actorId: actor.userId, projectId }
    await recordMany(
      tx,
      'member.updated',
      changed.map((data) => ({ scope, data })),
    )
    return { changed: changed.length }
  })
}

type Settings = Required<UpdateMembers['change']>

const settingsOf = ({ quota, domains, tags, languages }: Settings): Settings => ({ quota, domains, tags, languages })
