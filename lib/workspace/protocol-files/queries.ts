import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, type Tx } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { loadProtocolsUpTo } from '@/lib/platform/server/stored-protocols'
import { protocols } from '@/lib/protocols'
import { protocolIdOf } from '@/lib/protocols/kept-protocols'
import type { Definition } from '@/lib/protocols/language/definition'
import { plannedDifference } from '@/lib/protocols/language/migrate'
import { getWorkspaceAbilities, listProjects } from '@/lib/workspace/projects/queries'
import type { ProtocolEntry, ProtocolVersionView } from './contract'
import { presentBuiltIn, presentEntry, presentVersion, versionSelect } from './present'

export { listStandingMoves } from './version-moves'
export { listProjectVersions } from './version-queries'

/** They begin with 1. */
const NO_NUMBER = 0

/**
 * Versions that the actor may read: all, for those who may create projects under them; else those of projects that they manage. Annotators may
 * not, because its tests are records with their answers.
 */
async function readableWhere(actor: Actor, tx: Tx): Promise<Prisma.ProtocolVersionWhereInput> {
  if ((await getWorkspaceAbilities(actor, tx)).createProjects) return { removedAt: null }
  const managed = (await listProjects(actor)).filter(({ role }) => role === 'manager')
  const names = new Set(managed.map(({ protocolId }) => protocolId))
  const pairs = [...names].flatMap((name) => {
    const [id = '', version] = name.split('@')
    return version === undefined ? [] : [{ id, version: Number(version) }]
  })
  // An empty list of alternatives would be left out of the condition.
  return pairs.length === 0 ? { number: NO_NUMBER } : { removedAt: null, OR: pairs }
}

/**
 * All protocols that the actor may make projects under or has projects under, those built in first, then the newest files first. Every one is loaded,
 * also where another process has published it since the actor was identified.
 */
export async function listProtocols(actor: Actor): Promise<ProtocolEntry[]> {
  const { source: _, files: __, hash: ___, ...select } = versionSelect
  const rows = await prisma().protocolVersion.findMany({
    where: await readableWhere(actor, prisma()),
    orderBy: [{ createdAt: 'desc' }, { version: 'desc' }],
    select: { ...select, number: true },
  })
  await loadProtocolsUpTo(Math.max(NO_NUMBER, ...rows.map(({ number }) => number)))
  const newest = new Map<string, number>()
  for (const { id, version } of rows) newest.set(id, Math.max(version, newest.get(id) ?? 0))
  return [...protocols.map(presentBuiltIn), ...rows.map((row) => presentEntry(row, newest.get(row.id) === row.version))]
}

/** A version with its text. Errors: `not_found`, also where the actor may not read it. */
export async function getProtocolVersion(
  actor: Actor,
  { id, version }: { id: string; version: number },
): Promise<ProtocolVersionView> {
  const tx = prisma()
  const where: Prisma.ProtocolVersionWhereInput = { AND: [{ id, version }, await readableWhere(actor, tx)] }
  const row = found(await tx.protocolVersion.findFirst({ where, select: versionSelect }))
  const newer = await tx.protocolVersion.count({ where: { id, version: { gt: version }, removedAt: null } })
  const uses = await tx.project.count({ where: { protocolId: protocolIdOf(row) } })
  const isOwn = actor.isAdmin || row.createdById === actor.userId
  return presentVersion(row, {
    newest: newer === 0,
    removable: isOwn && uses === 0,
    previous: await readPrevious(tx, row),
  })
}

/** The highest number that was published of a file, also of versions that were taken out of the list: the next one is free. */
export async function findNewestVersion(id: string): Promise<number> {
  const { _max } = await prisma().protocolVersion.aggregate({ where: { id }, _max: { version: true } })
  return _max.version ?? 0
}

/** The version before one that is in the list, and what changed since. */
async function readPrevious(
  tx: Tx,
  { id, version, definition }: { id: string; version: number; definition: unknown },
): Promise<ProtocolVersionView['previous']> {
  const before = await tx.protocolVersion.findFirst({
    where: { id, version: { lt: version }, removedAt: null },
    orderBy: { version: 'desc' },
    select: { version: true, definition: true },
  })
  if (!before) return null
  const changes = plannedDifference(before.definition as unknown as Definition, definition as Definition).map(
    ({ weight, at, message }) => ({ weight, at, message }),
  )
  return { version: before.version, changes }
}
