import 'server-only'
import { recordMany } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { keepByHand } from '@/lib/workspace/users/groups/keep-by-hand'
import type { Role } from '@/lib/workspace/users/members/contract'
import { holdPeople } from '@/lib/workspace/users/queries'

interface Joined {
  projectId: string
  teamId: string
  role: Role
}

/** Makes people members by a team, and remembers to whom it gave that. Returns those who were none before. */
export async function joinByTeam(
  tx: Tx,
  actor: Actor,
  { projectId, teamId, role }: Joined,
  people: readonly string[],
): Promise<string[]> {
  const userIds = await holdPeople(tx, people)
  const newMemberships = await tx.membership.createManyAndReturn({
    data: userIds.map((userId) => ({ projectId, userId, role })),
    skipDuplicates: true,
    select: { userId: true },
  })
  const joined = newMemberships.map(({ userId }) => userId)
  await tx.projectTeamPerson.createMany({
    data: userIds.map((userId) => ({ projectId, teamId, userId, gave: joined.includes(userId) })),
    skipDuplicates: true,
  })
  await keepByHand(tx, projectId, joined)
  const scope = { actorId: actor.userId, projectId }
  await recordMany(
    tx,
    'member.added',
    joined.map((userId) => ({ scope, data: { userId, role } })),
  )
  return joined
}
