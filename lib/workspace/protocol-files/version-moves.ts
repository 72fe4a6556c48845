/** The moves of a project that changed what counts. Reads only. */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { type MoveSummary, moveSummarySchema } from './contract'

export interface StandingMove {
  id: string
  from: number
  to: number
  madeAt: Date
  summary: MoveSummary
}

/** Those that were not taken back, the latest first. */
export async function listStandingMoves(tx: Tx, projectId: string): Promise<StandingMove[]> {
  const rows = await tx.protocolMove.findMany({
    where: { projectId, undoneAt: null },
    orderBy: { madeAt: 'desc' },
    select: { id: true, fromVersion: true, toVersion: true, madeAt: true, summary: true },
  })
  return rows.map(({ id, fromVersion, toVersion, madeAt, summary }) => ({
    id,
    from: fromVersion,
    to: toVersion,
    madeAt,
    summary: moveSummarySchema.parse(summary),
  }))
}

/** What was stored since a move, by what it is: it would be lost if the move were taken back. A proposal and a label of an item set by hand are answers, too. */
export async function storedSince(tx: Tx, projectId: string, { id, madeAt }: StandingMove) {
  const [counts] = await tx.$queryRaw<
    { answers: number; annotations: number; gold: number; suggestions: number; tasks: number }[]
  >`
    select
      (select count(*)::int from labels l join tasks t on t.id = l.task_id
       where t.project_id = ${projectId}::uuid and l.updated_at > ${madeAt})
      + (select count(*)::int from resolutions r join tasks t on t.id = r.task_id
         where t.project_id = ${projectId}::uuid and r.resolved_at > ${madeAt})
      + (select count(*)::int from acceptances a join tasks t on t.id = a.task_id
         where t.project_id = ${projectId}::uuid and a.created_at > ${madeAt})
      + (select count(*)::int from events e
         where e.project_id = ${projectId}::uuid and e.type = 'disagreement.proposed' and e.at > ${madeAt})
      + (select count(*)::int from roll_up_overrides o join items i on i.id = o.item_id
         where i.project_id = ${projectId}::uuid and o.created_at > ${madeAt}) answers,
      (select count(*)::int from annotations n join tasks t on t.id = n.task_id
       where t.project_id = ${projectId}::uuid and n.submitted_at > ${madeAt}) annotations,
      (select count(*)::int from golds g join tasks t on t.id = g.task_id
       where t.project_id = ${projectId}::uuid and g.created_at > ${madeAt}) gold,
      (select count(*)::int from suggestions s join tasks t on t.id = s.task_id
       where t.project_id = ${projectId}::uuid and s.created_at > ${madeAt}) suggestions,
      (select count(*)::int from moved_rows r join tasks t on t.id = r.task_id
       where r.move_id = ${id}::uuid and r.place = 'tasks'
         and (t.revision <> (r.now ->> 'revision')::int or exists (
           select 1 from assignments a where a.task_id = t.id and a.created_at > ${madeAt}))) tasks`
  return counts ?? { answers: 0, annotations: 0, gold: 0, suggestions: 0, tasks: 0 }
}
