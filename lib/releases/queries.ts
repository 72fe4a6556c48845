import 'server-only'
import type { Actor } from '@/lib/policy/actor'
import { REVEALED_STATES } from '@/lib/policy/can'
import { authorizeProject, loadProject } from '@/lib/projects/queries'
import { protocolById } from '@/lib/protocols'
import { prisma } from '@/lib/server/db'
import type { ExportList } from './contract'
import { type ExportKind, exportKinds } from './export-kinds'
import { fileNameOf } from './rules'

/** What the actor can download from a project now, with how much each file would hold. */
export async function listExports(actor: Actor, projectId: string): Promise<ExportList> {
  const project = await loadProject(prisma(), actor, projectId)
  authorizeProject('project.export', project)
  const kinds = exportKinds(protocolById(project.protocolId)).filter((kind) =>
    kind.roles.includes(project.subject.role),
  )
  const counts = await countRows(projectId)
  const exports = kinds.map(({ key, title, description, rows, extension, counts: what }) => ({
    ...{ key, title, description, rows },
    count: counts[what],
    fileName: fileNameOf(project.name, key, extension),
  }))
  return { exports }
}

async function countRows(projectId: string): Promise<Record<ExportKind['counts'], number>> {
  const revealed = { projectId, state: { in: [...REVEALED_STATES] } }
  const submitted = { state: 'submitted' as const, task: revealed }
  const [gold, discarded, annotations, independent] = await Promise.all([
    prisma().item.count({ where: { projectId, discardedAt: null, tasks: { some: { state: 'gold' } } } }),
    prisma().item.count({ where: { projectId, discardedAt: { not: null } } }),
    prisma().annotation.count({ where: submitted }),
    prisma().annotation.count({ where: { ...submitted, round: 1, independent: true } }),
  ])
  return { gold, finished: gold + discarded, annotations, independent }
}
