/** The gold of an item in a stage, as practice can take it in. */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'

export interface GoldItem {
  taskId: string
  goldId: string
  version: number
  title: string
}

/** @throws `rule` where there is no such item, or it is no gold of the stage, or serves for calibration or practice already. */
export async function findGold(
  tx: Tx,
  projectId: string,
  { stage, position }: { stage: string; position: number },
): Promise<GoldItem> {
  const rows = await tx.$queryRaw<GoldItem[]>`
    select t.id "taskId", g.id "goldId", g.version, i.title from tasks t join items i on i.id = t.item_id join stages s on s.id = t.stage_id
    join golds g on g.task_id = t.id and g.superseded_at is null and g.votes is null
    where t.project_id = ${projectId}::uuid and s.key = ${stage} and t.position = ${position} and t.state = 'gold' and not t.stale
      and i.discarded_at is null and not exists (select 1 from practice_items p where p.task_id = t.id)
      and not exists (
        select 1 from task_copies c join tasks k on k.id = c.task_id join tasks o on o.id = c.original_id
        where o.item_id = t.item_id and c.purpose = 'calibration' and k.state <> 'discarded')`
  const [gold] = rows
  if (!gold) throw new AppError('rule', await whyNot(tx, projectId, { stage, position }))
  return gold
}

/** Why an item cannot be practised with. */
async function whyNot(tx: Tx, projectId: string, { stage, position }: { stage: string; position: number }) {
  const [found] = await tx.$queryRaw<{ isDiscarded: boolean; isGold: boolean; isPractised: boolean }[]>`
    select i.discarded_at is not null "isDiscarded", t.state = 'gold' and not t.stale "isGold",
           exists (select 1 from practice_items p where p.task_id = t.id) "isPractised"
    from tasks t join items i on i.id = t.item_id join stages s on s.id = t.stage_id
    where t.project_id = ${projectId}::uuid and s.key = ${stage} and t.position = ${position}`
  if (!found) return `There is no item ${position} in this stage.`
  if (found.isDiscarded) return `Item ${position} is discarded.`
  if (!found.isGold) return `Item ${position} is not gold in this stage yet.`
  if (found.isPractised) return `Item ${position} is in practice already.`
  return `Item ${position} cannot be practised with: its gold is of votes, or it serves for calibration.`
}
