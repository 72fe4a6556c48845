import 'server-only'
import type { Actor } from '@/lib/policy/actor'
import { authorizeProject, loadProject } from '@/lib/projects/queries'
import { type Tx, transaction } from '@/lib/server/db'
import { found } from '@/lib/server/errors'
import type { Guideline, GuidelineVersion } from './contract'

/** The versions of a project's guidelines, newest first. */
export async function listGuidelines(actor: Actor, projectId: string): Promise<GuidelineVersion[]> {
  return transaction(async (tx) => {
    authorizeProject('project.view', await loadProject(tx, actor, projectId))
    const rows = await tx.guideline.findMany({
      where: { projectId },
      orderBy: { version: 'desc' },
      select: { version: true, note: true, createdAt: true, createdById: true },
    })
    const names = await namesOf(tx, rows)
    return rows.map(({ createdById, createdAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      createdBy: createdById ? (names.get(createdById) ?? null) : null,
    }))
  })
}

/** One version (a number) or the one in force (`latest`). */
export async function getGuideline(actor: Actor, projectId: string, version: string): Promise<Guideline> {
  return transaction(async (tx) => {
    authorizeProject('project.view', await loadProject(tx, actor, projectId))
    return readGuideline(tx, projectId, version === 'latest' ? null : Number(version))
  })
}

/** A version with its text; the latest for null. For callers that have already authorised. */
export async function readGuideline(tx: Tx, projectId: string, version: number | null): Promise<Guideline> {
  const latest = await tx.guideline.aggregate({ where: { projectId }, _max: { version: true } })
  const wanted = found(version ?? latest._max.version, 'This project has no guidelines.')
  const row = found(await tx.guideline.findUnique({ where: { projectId_version: { projectId, version: wanted } } }))
  const names = await namesOf(tx, [row])
  return {
    version: row.version,
    body: row.body,
    note: row.note,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdById ? (names.get(row.createdById) ?? null) : null,
    latest: row.version === latest._max.version,
  }
}

async function namesOf(tx: Tx, rows: readonly { createdById: string | null }[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap((row) => row.createdById ?? []))]
  const users = await tx.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
  return new Map(users.map((user) => [user.id, user.name]))
}
