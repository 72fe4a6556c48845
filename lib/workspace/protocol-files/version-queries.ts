/** The versions of its protocol file that a project can move between, and what a move means. Reads only. */
import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, type Tx } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { isOfFile } from '@/lib/protocols/kept-protocols'
import type { Definition } from '@/lib/protocols/language/definition'
import { definitionDifference } from '@/lib/protocols/language/difference'
import { authorizeProject, type LoadedProject, loadProject } from '@/lib/workspace/projects/queries'
import type { ProjectVersionsView, VersionChangeView } from './contract'
import { countTouched } from './count-touched'
import { reasonsAgainst } from './rules'

/** The id of the file, or null under a protocol that is built in. */
const fileOf = ({ protocolId }: Pick<LoadedProject, 'protocolId'>): string | null =>
  isOfFile(protocolId) ? (protocolId.split('@')[0] ?? null) : null

/** For managers. Errors: `not_found`, `forbidden`. */
export async function listProjectVersions(actor: Actor, projectId: string): Promise<ProjectVersionsView> {
  const project = await loadProject(prisma(), actor, projectId)
  authorizeProject('project.manage', project)
  const id = fileOf(project)
  const rows =
    id === null
      ? []
      : await prisma().protocolVersion.findMany({
          where: { id, removedAt: null },
          orderBy: { version: 'desc' },
          select: { version: true, title: true, createdAt: true },
        })
  return {
    protocolId: project.protocolId,
    version: project.protocolVersion,
    versions: rows.map(({ version, title, createdAt }) => ({ version, title, createdAt: createdAt.toISOString() })),
  }
}

/** What moving to a version means. For managers. Errors: `not_found` also for a version that is not in the list, `forbidden`. */
export async function getVersionChange(actor: Actor, projectId: string, version: number): Promise<VersionChangeView> {
  const project = await loadProject(prisma(), actor, projectId)
  authorizeProject('project.manage', project)
  return readVersionChange(prisma(), project, version)
}

/** The same in a transaction that holds the project. */
export async function readVersionChange(tx: Tx, project: LoadedProject, version: number): Promise<VersionChangeView> {
  const id = fileOf(project)
  if (id === null)
    throw new AppError('not_found', 'The protocol of this project is built in and has no other versions.')
  const definitionOf = async (number: number) => {
    const where = { id, version: number, removedAt: null }
    const row = found(await tx.protocolVersion.findFirst({ where, select: { definition: true } }))
    return row.definition as unknown as Definition
  }
  const before = await definitionOf(project.protocolVersion)
  const after = await definitionOf(version)
  const changes: VersionChangeView['changes'] = []
  for (const { weight, at, message, touched } of definitionDifference(before, after)) {
    const stored = await countTouched(tx, project.id, touched)
    changes.push({ weight, at, message, never: touched.what === 'project', stored })
  }
  const imports = await tx.import.count({
    where: { projectId: project.id, state: { in: ['checking', 'ready', 'applying'] } },
  })
  const copies = await tx.calibration.count({
    where: { OR: [{ projectId: project.id }, { shadowId: project.id }] },
  })
  const reasons = reasonsAgainst({ changes, imports, hasCopies: copies > 0 })
  return { from: project.protocolVersion, to: version, changes, reasons }
}
