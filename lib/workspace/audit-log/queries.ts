import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { eventIn, nameEvent } from '@/lib/platform/server/event-name'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import type { AuditPage, AuditQuery } from './contract'
import { logOf, presentEvents } from './present'
import { type AuditRead, type ReadEvents, readHouseEvents, readProjectEvents } from './read-events'

const PAGE_SIZE = 50
/** As many people as a list to choose from may hold. */
const MAX_PEOPLE = 1000

/** Who may be chosen as the one who did it. */
export interface Person {
  id: string
  name: string
}

/** A page of a project's log, newest first; shorter where much of it may not be told yet. Managers only. */
export async function listProjectAudit(actor: Actor, projectId: string, query: AuditQuery): Promise<AuditPage> {
  await authorizeProjectAudit(actor, projectId)
  const log = logOf(projectId)
  return toPage(log, await readProjectEvents(actor, projectId, readOf(log, query), PAGE_SIZE + 1))
}

/** A page of the log of the installation, newest first. Administrators only. */
export async function listHouseAudit(actor: Actor, query: AuditQuery): Promise<AuditPage> {
  authorizeHouseAudit(actor)
  const log = logOf(null)
  return toPage(log, await readHouseEvents(readOf(log, query), PAGE_SIZE + 1))
}

const readOf = (log: string, { before, ...filters }: AuditQuery): AuditRead => ({
  ...filters,
  before: before === undefined ? undefined : eventIn(log, before),
})

async function toPage(log: string, { rows, stoppedAt }: ReadEvents): Promise<AuditPage> {
  const events = await presentEvents(log, rows.slice(0, PAGE_SIZE))
  const last = rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1]?.id : stoppedAt
  return { events, next: last ? nameEvent(log, last) : null }
}

/** The project's name, for a file of its log. */
export async function authorizeProjectAudit(actor: Actor, projectId: string): Promise<string> {
  const project = await loadProject(prisma(), actor, projectId)
  authorizeProject('project.manage', project, 'The audit log is for managers.')
  return project.name
}

export function authorizeHouseAudit(actor: Actor): void {
  if (!actor.isAdmin) throw new AppError('forbidden', 'The audit log of the installation is for administrators.')
}

/**
 * Members and whoever else did something in the project, by name. Managers only. Members are in it from the start: that a partner
 * has joined the list would tell a manager who annotates that they have begun.
 */
export async function listProjectPeople(actor: Actor, projectId: string): Promise<Person[]> {
  await authorizeProjectAudit(actor, projectId)
  // The newest event of each by its index: for whether there is one at all, all events of the project are gone through.
  return prisma().$queryRaw<Person[]>`
    select u.id, u.name from users u
    where exists (select 1 from memberships m where m.project_id = ${projectId}::uuid and m.user_id = u.id)
       or (select e.id from events e where e.project_id = ${projectId}::uuid and e.actor_id = u.id
           order by e.at desc, e.id desc limit 1) is not null
    order by lower(u.name), u.id limit ${MAX_PEOPLE}`
}

/** Everybody with an account. Administrators only. */
export async function listHousePeople(actor: Actor): Promise<Person[]> {
  authorizeHouseAudit(actor)
  return prisma().user.findMany({
    select: { id: true, name: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: MAX_PEOPLE,
  })
}
