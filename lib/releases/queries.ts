import 'server-only'
import { unsettledContradictions } from '@/lib/checks/queries'
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
  const golds = await countGold(projectId)
  const exports = kinds.map(({ key, title, description, rows, extension, counts: what }) => ({
    ...{ key, title, description, rows },
    count: typeof what === 'string' ? counts[what] : (golds.get(what.gold) ?? 0),
    fileName: fileNameOf(project.name, key, extension),
  }))
  const { count: unsettled } = await unsettledContradictions(prisma(), projectId)
  return { exports, unsettled }
}

async function countRows(projectId: string): Promise<Record<Extract<ExportKind['counts'], string>, number>> {
  const revealed = { projectId, state: { in: [...REVEALED_STATES] } }
  const submitted = { state: 'submitted' as const, task: revealed }
  const [gold, discarded, annotations, independent] = await Promise.all([
    prisma().item.count({
      where: { projectId, discardedAt: null, tasks: { some: { state: 'gold', stage: { position: 0 } } } },
    }),
    prisma().item.count({ where: { projectId, discardedAt: { not: null } } }),
    prisma().annotation.count({ where: submitted }),
    prisma().annotation.count({ where: { ...submitted, round: 1, independent: true } }),
  ])
  return { finished: gold + discarded, annotations, independent }
}

/** By stage, the items that are gold up to it and not stale, as lib/releases/gold-lines.ts gives them out. */
async function countGold(projectId: string): Promise<Map<string, number>> {
  const rows = await prisma().$queryRaw<{ key: string; count: number }[]>`
    with firm as (
      select t.item_id, s.position, row_number() over (partition by t.item_id order by s.position) - 1 "rank"
      from tasks t join stages s on s.id = t.stage_id join items i on i.id = t.item_id
      where t.project_id = ${projectId}::uuid and t.state = 'gold' and not t.stale and i.discarded_at is null)
    select s.key, count(f.item_id)::int "count"
    from stages s left join firm f on f.position = s.position and f.rank = s.position
    where s.project_id = ${projectId}::uuid group by s.key`
  return new Map(rows.map(({ key, count }) => [key, count]))
}
