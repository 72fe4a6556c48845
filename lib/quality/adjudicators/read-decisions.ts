import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { COUNTED } from '@/lib/quality/agreement/ledger/version'
import type { PlacedDecision } from './figures'

/** What people settled in the task's last round who had not annotated it, with the annotations that stood side by side and did not all say the same. */
export function readDecisions(tx: Tx, projectId: string): Promise<PlacedDecision[]> {
  return tx.$queryRaw<PlacedDecision[]>`
    select t.position "item", s.key "stage", u.key "unit", r.question, t.state = 'gold' "isGold",
      r.resolved_by_id "userId", r.task_id "taskId", r.annotation_id "taken", r.how = 'edited' "edited",
      (select json_agg(json_build_object('id', n.id, 'number', a.number, 'suggested', l.origin = 'suggestion'))
       from annotations n
       join annotator_numbers a on a.project_id = t.project_id and a.user_id = n.user_id
       left join labels l on l.annotation_id = n.id and l.unit_id = r.unit_id and l.question = r.question
       where n.task_id = r.task_id and n.round = r.round and n.state = 'submitted') "lanes"
    from resolutions r join tasks t on t.id = r.task_id join stages s on s.id = t.stage_id join units u on u.id = r.unit_id
    where t.project_id = ${projectId}::uuid and ${COUNTED} and r.round = t.round and r.how in ('lane', 'edited') and r.resolved_by_id is not null
      and not exists (select 1 from annotations n where n.task_id = r.task_id and n.user_id = r.resolved_by_id)
      and exists (select 1 from annotations n where n.task_id = r.task_id and n.round = r.round and n.state = 'submitted')
      and not exists (
        select 1 from annotations n left join labels l on l.annotation_id = n.id and l.unit_id = r.unit_id and l.question = r.question
        where n.task_id = r.task_id and n.round = r.round and n.state = 'submitted'
        having count(l.value) = count(*) and count(distinct l.value) = 1)
    order by t.position, r.task_id, r.unit_id, r.question`
}
