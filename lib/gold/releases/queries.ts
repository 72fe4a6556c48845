import 'server-only'
import { unsettledContradictions } from '@/lib/gold/checks/queries'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { fileNameOf } from '@/lib/platform/server/streams/file-name'
import { protocolById } from '@/lib/protocols'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import type { ExportList, ExportOffer, ExportRows, LabelChoice } from './contract'
import { countByMaking, countRows } from './count-rows'
import { type ExportKind, exportKinds } from './export-kinds'
import { exportName } from './rules'

/** Rows of which each item or annotation gives exactly one. */
const ONE_EACH: ReadonlySet<ExportRows> = new Set(['item', 'annotation'])

/** What the actor can download from a project now, with how much each file would hold. */
export async function listExports(actor: Actor, projectId: string, labels: LabelChoice = 'all'): Promise<ExportList> {
  const project = await loadProject(prisma(), actor, projectId)
  authorizeProject('project.export', project)
  const protocol = protocolById(project.protocolId)
  const kinds = exportKinds(protocol).filter((kind) => kind.roles.includes(project.subject.role))
  const { gold, ...counts } = await countRows(projectId, protocol, labels)
  const exports: ExportOffer[] = []
  // Both files of ratings hold the same.
  let ratings: number | null | undefined
  const rowsOf = async (kind: ExportKind, from: number): Promise<number | null> => {
    if (ONE_EACH.has(kind.rows) || from === 0) return from
    if (kind.rows === 'rating' && ratings !== undefined) return ratings
    const made = await countByMaking({ projectId, protocol, labels }, kind, from)
    if (kind.rows === 'rating') ratings = made
    return made
  }
  for (const kind of kinds) {
    const { key, title, description, rows, extension, counts: what } = kind
    const count = typeof what === 'string' ? counts[what] : (gold.get(what.gold) ?? 0)
    exports.push({
      key,
      title,
      description,
      rows,
      count: await rowsOf(kind, count),
      from: { what: rows === 'item' || rows === 'record' ? 'item' : 'annotation', count },
      fileName: fileNameOf(project.name, exportName(key, labels), extension),
    })
  }
  const { count: unsettled } = await unsettledContradictions(prisma(), projectId)
  return { labels, exports, unsettled }
}
