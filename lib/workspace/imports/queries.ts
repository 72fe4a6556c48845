import 'server-only'
import type { Import } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, type Tx } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { Protocol } from '@/lib/protocols/protocol'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import type { ImportDetail, ImportList } from './contract'
import { loadImport } from './load-import'
import { ownColumnsText } from './mapping/findings'
import { targetsOf } from './mapping/guess'
import { presentImport, presentImportDetail } from './present'
import { NATIVE_FORMAT } from './read-native'
import { joinIn } from './rows'

export { contentKeyOf } from './identity'

const LISTED = 50

/** The latest imports of a project, newest first, and the formats its protocol reads. For managers. */
export async function listImports(actor: Actor, projectId: string): Promise<ImportList> {
  const project = await loadProject(prisma(), actor, projectId)
  authorizeProject('project.manage', project)
  const rows = await prisma().import.findMany({
    where: { projectId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: LISTED,
  })
  const protocol = protocolById(project.protocolId)
  const formats = [...protocol.formats, columnsText(protocol), NATIVE_FORMAT]
  return {
    imports: rows.map(presentImport),
    formats: formats.map(({ title, description }) => ({ title, description })),
    join: secondFilesOf(protocol.id),
  }
}

/** What is said of files with other columns than those of a format. */
const columnsText = (protocol: Protocol) => ({ title: 'Columns of your own', description: ownColumnsText(protocol) })

/** The second files that records of the protocol's files have partners in. */
export const secondFilesOf = (protocolId: string): ImportList['join'] =>
  joinIn(protocolById(protocolId)).map(({ name, file, optional }) => ({ name, file, optional }))

/** How the project's first stage takes labels: as votes or not, of how many people, and how they are consolidated. */
export async function readFirstStage(tx: Pick<Tx, 'stage'>, projectId: string) {
  const { consolidation, raters } = await tx.stage.findFirstOrThrow({
    where: { projectId, position: 0 },
    select: { consolidation: true, raters: true },
  })
  return { votes: consolidation === 'votes', raters, consolidation }
}

/** One import with its preview and problems. For managers of its project. */
export async function getImport(actor: Actor, importId: string): Promise<ImportDetail> {
  const row = await loadImport(prisma(), actor, importId)
  const { protocolId } = await prisma().project.findUniqueOrThrow({
    where: { id: row.projectId },
    select: { protocolId: true },
  })
  const people = await prisma().user.findMany({
    where: { deactivatedAt: null, memberships: { some: { projectId: row.projectId, role: { not: 'viewer' } } } },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: { id: true, name: true, email: true },
  })
  const { votes, raters } = await readFirstStage(prisma(), row.projectId)
  const hasTasks = row.state === 'done' && (await hasTasksFor(actor, row))
  return presentImportDetail(row, { people, votes, raters, targets: targetsOf(protocolById(protocolId)), hasTasks })
}

/** Is there among the items that the import added one that the queue may give to the actor? */
async function hasTasksFor({ userId }: Actor, { id, projectId }: Import): Promise<boolean> {
  const rows = await prisma().$queryRaw<unknown[]>`
    select 1 from tasks t join stages s on s.id = t.stage_id join items i on i.id = t.item_id
    where t.project_id = ${projectId}::uuid and t.state = 'open' and s.queue and t.assigned_count < t.raters
      and i.import_id = ${id}::uuid and i.discarded_at is null
      and not exists (select 1 from assignments a where a.task_id = t.id and a.user_id = ${userId}::uuid and a.state <> 'released')
      and not exists (select 1 from answer_reads r where r.task_id = t.id and r.user_id = ${userId}::uuid)
    limit 1`
  return rows.length > 0
}
