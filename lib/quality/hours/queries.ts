import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { findProtocol } from '@/lib/protocols'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import { type Hours, type HoursRow, type OwnHours, type Rates, ratesSchema } from './contract'
import { type ReadRow, readHours } from './read-hours'

/** Everybody's hours in a project, with what an hour is paid. Managers only. */
export const getHours = (actor: Actor, projectId: string): Promise<Hours> =>
  transaction((tx) => hoursIn(tx, actor, projectId))

/** The same within a transaction. */
export async function hoursIn(tx: Tx, actor: Actor, projectId: string): Promise<Hours> {
  const { id, name } = await loadForManagers(tx, actor, projectId)
  const rows = await readHours(tx, { projectId: id, readerId: actor.userId })
  const people = await tx.$queryRaw<Hours['people']>`
    select u.id "userId", u.name, m.role::text "role" from users u
    left join memberships m on m.user_id = u.id and m.project_id = ${id}::uuid
    where m.role is not null or u.id = any(${[...new Set(rows.map(({ userId }) => userId))]}::uuid[])
    order by lower(u.name), u.id`
  return { project: { id, name }, people, rows: rows.map(present), rates: await readRates(tx, id) }
}

/** One's own hours, in all projects, those that one has left among them. */
export function getOwnHours({ userId }: Actor): Promise<OwnHours> {
  return transaction(async (tx) => {
    const rows = await readHours(tx, { userId, readerId: userId })
    const ids = [...new Set(rows.map(({ projectId }) => projectId))]
    const projects = await tx.project.findMany({
      where: { id: { in: ids } },
      select: { id: true, name: true },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
    })
    return { projects, rows: rows.map(present) }
  })
}

/** A project whose hours are asked for. Throws `forbidden` for all but its managers. */
export async function loadForManagers(tx: Tx, actor: Actor, projectId: string) {
  const project = await loadProject(tx, actor, projectId)
  authorizeProject(
    'project.manage',
    project,
    'Hours are for managers of the project. Your own are on your account page.',
  )
  return project
}

export async function readRates(tx: Tx, projectId: string): Promise<Rates> {
  const stored = await tx.hourRates.findUnique({ where: { projectId } })
  if (!stored) return { currency: '', rate: null, people: {}, revision: 0 }
  return ratesSchema.parse({ ...stored })
}

function present({ protocolId, ...row }: ReadRow): HoursRow {
  const stage = findProtocol(protocolId)?.stages.find(({ key }) => key === row.stage)
  return { ...row, stageTitle: stage?.title ?? row.stage }
}
