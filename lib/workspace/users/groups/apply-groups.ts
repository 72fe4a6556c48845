/**
 * What groups of the identity provider give is given, and taken, at sign-in. A grant is remembered for each person and mapping: what they have
 * by hand, by an invitation or by a team is none, and stays.
 */
import 'server-only'
import type { GroupGrant } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { log } from '@/lib/platform/server/log'
import { keepAnAdministrator, lockUsers } from '@/lib/workspace/users/lock-users'
import type { Role } from '@/lib/workspace/users/members/contract'
import { lockProject } from '@/lib/workspace/users/members/load-project'
import { endMembership } from '@/lib/workspace/users/members/remove-member'
import { holdPeople } from '@/lib/workspace/users/queries'
import { releaseOpenWork } from '@/lib/workspace/users/release-open-work'
import { mostOf, readGroups } from './rules'

interface Person {
  id: string
  name: string
}
/** What changed, for the event. */
type Changes = { given: string[]; taken: string[] }

/** Gives and takes what the claim says. Missing or malformed it names no group, and the log says so. */
export async function applyGroups(tx: Tx, person: Person, claim: unknown): Promise<void> {
  // Of two sign-ins at once, the second sees what the first has given.
  await tx.$queryRaw`select pg_advisory_xact_lock(hashtextextended(${`groups ${person.id}`}, 0))::text`
  const mappings = await tx.groupMapping.findMany({ orderBy: { id: 'asc' } })
  const grants = await tx.groupGrant.findMany({ where: { userId: person.id } })
  if (mappings.length + grants.length === 0) return
  const { groups, problem } = readGroups(claim)
  if (problem !== null) log.warn('groups of the identity provider', { problem, userId: person.id })
  const heldMappings = mappings.filter(({ group }) => groups.has(group))
  // Of its own accord: nobody else acts here, and the person has no more rights by it than the mapping says.
  const actor: Actor = { userId: person.id, name: person.name, isAdmin: false, via: 'session' }
  const changes: Changes = { given: [], taken: [] }
  // Before projects: closing an account holds the users first, too.
  await settleAdministration(tx, actor.userId, changes, {
    isGiven: heldMappings.some(({ administrator }) => administrator),
    isGranted: grants.some(({ administrator }) => administrator),
  })
  // An account that is closed meanwhile is given nothing.
  if ((await holdPeople(tx, [person.id])).length === 0) return
  const projectIds = [...heldMappings, ...grants].flatMap(({ projectId }) => projectId ?? [])
  for (const projectId of [...new Set(projectIds)].toSorted())
    await settleProject(tx, actor, changes, {
      projectId,
      role: mostOf(
        heldMappings.flatMap((mapping) => (mapping.projectId === projectId && mapping.role ? [mapping.role] : [])),
      ),
      grant: grants.find((grant) => grant.projectId === projectId) ?? null,
    })
  const teamIds = [...heldMappings, ...grants].flatMap(({ teamId }) => teamId ?? [])
  for (const teamId of [...new Set(teamIds)].toSorted())
    await settleTeam(tx, actor.userId, changes, {
      teamId,
      isGiven: heldMappings.some((mapping) => mapping.teamId === teamId),
      isGranted: grants.some((grant) => grant.teamId === teamId),
    })
  if (changes.given.length + changes.taken.length > 0)
    await record(tx, 'user.groups_applied', { actorId: person.id }, { userId: person.id, ...changes })
}

type Grant = Pick<GroupGrant, 'role' | 'byHand'>

interface ProjectRight {
  projectId: string
  /** By the groups of now. */
  role: Role | null
  /** By a mapping before, and whether somebody has decided otherwise, or the same, by hand since. */
  grant: Grant | null
}

async function settleProject(tx: Tx, actor: Actor, changes: Changes, right: ProjectRight): Promise<void> {
  const { projectId, role } = right
  const isSettled = (grant: Grant | null) => role !== null && (grant?.byHand === true || grant?.role === role)
  if (isSettled(right.grant)) return
  await lockProject(tx, projectId)
  const { userId } = actor
  const grant = { userId, projectId }
  // Read again: whoever changes or ends a membership by hand holds the project.
  const currentGrant = await tx.groupGrant.findUnique({ where: { userId_projectId: grant } })
  if (isSettled(currentGrant)) return
  const where = { projectId_userId: { projectId, userId } }
  const now = (await tx.membership.findUnique({ where, select: { role: true } }))?.role ?? null
  const isOurs = currentGrant !== null && !currentGrant.byHand && now === currentGrant.role
  if (role === null) {
    if (!isOurs) await tx.groupGrant.deleteMany({ where: grant })
    else if (await endUnlessLast(tx, actor, projectId)) {
      await tx.groupGrant.deleteMany({ where: grant })
      changes.taken.push(`project ${projectId}`)
    }
    return
  }
  if (now === null) {
    await tx.membership.create({ data: { projectId, userId, role } })
    await record(tx, 'member.added', { actorId: userId, projectId }, { userId, role })
  } else if (isOurs) {
    if (now === 'manager' && !(await hasOtherManager(tx, projectId, userId))) return
    if (role === 'viewer') await releaseOpenWork(tx, actor, userId, projectId)
    await tx.membership.update({ where, data: { role } })
    const eventData = { userId, changes: { role: { from: now, to: role } } }
    await record(tx, 'member.updated', { actorId: userId, projectId }, eventData)
  } else return
  await tx.groupGrant.deleteMany({ where: grant })
  await tx.groupGrant.create({ data: { ...grant, role } })
  changes.given.push(`project ${projectId} as ${role}`)
}

const hasOtherManager = async (tx: Tx, projectId: string, userId: string) =>
  (await tx.membership.count({
    where: { projectId, userId: { not: userId }, role: 'manager', user: { deactivatedAt: null } },
  })) > 0

/** The only manager of a project stays one: the log says so, and it is tried again at the next sign-in. */
async function endUnlessLast(tx: Tx, actor: Actor, projectId: string): Promise<boolean> {
  const where = { projectId_userId: { projectId, userId: actor.userId } }
  const { role } = await tx.membership.findUniqueOrThrow({ where, select: { role: true } })
  if (role === 'manager' && !(await hasOtherManager(tx, projectId, actor.userId))) {
    log.warn('groups of the identity provider', { problem: 'the only manager stays', userId: actor.userId, projectId })
    return false
  }
  await endMembership(tx, actor, projectId, actor.userId)
  return true
}

interface Right {
  isGiven: boolean
  isGranted: boolean
}

async function settleTeam(
  tx: Tx,
  userId: string,
  changes: Changes,
  { teamId, isGiven, isGranted }: Right & { teamId: string },
): Promise<void> {
  if (isGiven === isGranted) return
  if (!isGiven) {
    await tx.teamMember.deleteMany({ where: { teamId, userId } })
    await tx.groupGrant.deleteMany({ where: { userId, teamId } })
    changes.taken.push(`team ${teamId}`)
    return
  }
  const { count } = await tx.teamMember.createMany({ data: [{ teamId, userId }], skipDuplicates: true })
  if (count === 0) return
  await tx.groupGrant.create({ data: { userId, teamId } })
  changes.given.push(`team ${teamId}`)
}

async function settleAdministration(
  tx: Tx,
  userId: string,
  changes: Changes,
  { isGiven, isGranted }: Right,
): Promise<void> {
  if (isGiven === isGranted) return
  await lockUsers(tx)
  const { isAdmin } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { isAdmin: true } })
  if (!isGiven) {
    if (isAdmin && !(await mayEndAdministration(tx, userId))) return
    await tx.groupGrant.deleteMany({ where: { userId, administrator: true } })
    if (!isAdmin) return
  } else {
    if (isAdmin) return
    await tx.groupGrant.create({ data: { userId, administrator: true } })
  }
  await tx.user.update({ where: { id: userId }, data: { isAdmin: isGiven, sessionVersion: { increment: 1 } } })
  await record(tx, 'user.admin_changed', { actorId: userId }, { userId, to: isGiven })
  changes[isGiven ? 'given' : 'taken'].push('administration')
}

async function mayEndAdministration(tx: Tx, userId: string): Promise<boolean> {
  try {
    await keepAnAdministrator(tx, userId)
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    log.warn('groups of the identity provider', { problem: 'the last administrator stays', userId })
    return false
  }
}
