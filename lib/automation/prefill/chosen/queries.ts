import 'server-only'
import { HAS_SUGGESTIONS, loadRunnable } from '@/lib/automation/prefill/start-run'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import type { Selection } from '@/lib/workspace/items/selection/contract'
import { selectItems } from '@/lib/workspace/items/selection/select-items'
import type { ChosenTasks, RunLeftReason } from './contract'

/**
 * What a run over the selected items would take in each stage, for managers. Whether a partner of the reader has submitted it does not
 * tell: tasks that the reader annotates are counted apart.
 */
export function foreseeRun(actor: Actor, projectId: string, selection: Selection): Promise<ChosenTasks[]> {
  return transaction(async (tx) => {
    const project = await loadRunnable(tx, actor, projectId)
    const positions = await selectItems(tx, actor, project, selection)
    const rows = await tx.$queryRaw<
      { stage: string; is: RunLeftReason | 'taken' | 'own'; items: number; suggested: number }[]
    >`
      select c.stage, c.is, count(*)::int "items", count(*) filter (where c.suggested)::int "suggested" from (
        select s.position, s.key "stage", t.id is not null and ${HAS_SUGGESTIONS} "suggested",
          case when i.discarded_at is not null or t.state = 'discarded' then 'discarded' when t.id is null then 'none'
            when t.state not in ('preparing', 'open') then 'annotated'
            when exists (select 1 from assignments a where a.task_id = t.id and a.user_id = ${actor.userId}::uuid
              and a.state in ('reserved', 'assigned', 'submitted')) then 'own'
            when t.submitted_count > 0 then 'submitted' else 'taken' end "is"
        from items i join stages s on s.project_id = i.project_id
        left join tasks t on t.item_id = i.id and t.stage_id = s.id
        where i.project_id = ${projectId}::uuid and i.position = any(${positions}::int[])) c
      group by c.position, c.stage, c.is order by c.position, 3 desc, c.is`
    const stages = [...new Set(rows.map(({ stage }) => stage))]
    return stages.map((stage) => {
      const here = rows.filter((row) => row.stage === stage)
      const items = (kind: string) => here.find(({ is }) => is === kind)?.items ?? 0
      return {
        stage,
        taken: items('taken'),
        suggested: here.find(({ is }) => is === 'taken')?.suggested ?? 0,
        own: items('own'),
        left: here.flatMap(({ is, items: count }) =>
          is === 'taken' || is === 'own' ? [] : [{ reason: is, items: count }],
        ),
      }
    })
  })
}
