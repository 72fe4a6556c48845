import 'server-only'
import { prisma } from '@/lib/platform/server/db'
import { nameEvent } from '@/lib/platform/server/event-name'
import type { AuditEvent } from './contract'
import { describeAudit, kindOf } from './describe-audit'
import type { EventRow } from './read-events'

/** What a log is to those who name its events: a project's, or that of the installation. */
export const logOf = (projectId: string | null): string => `audit log of ${projectId ?? 'the house'}`

/** Events in words; nothing of what an event holds leaves but by them. */
export async function presentEvents(log: string, rows: readonly EventRow[]): Promise<AuditEvent[]> {
  const names = await readNames(rows)
  return rows.map(({ id, at, type, data, actorId, itemId, position }) => ({
    id: nameEvent(log, id),
    at: at.toISOString(),
    type,
    kind: kindOf(type),
    by: actorId ? { id: actorId, name: names.get(actorId) ?? 'somebody' } : null,
    ...describeAudit(type, data, names),
    item: itemId && position !== null ? { id: itemId, position } : null,
  }))
}

async function readNames(rows: readonly EventRow[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ actorId, data }) => [actorId, data.userId]).filter((id) => typeof id === 'string')
  const where = { id: { in: [...new Set(ids)] } }
  const users = await prisma().user.findMany({ where, select: { id: true, name: true } })
  return new Map(users.map(({ id, name }) => [id, name]))
}
