import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { notChosen } from '@/lib/quality/calibration/candidates'
import type { CandidateLeftReason } from './contract'

export interface CandidateCount {
  stage: string
  /** Null: it could be chosen. */
  reason: CandidateLeftReason | null
  items: number
}

/** Of the items at these positions, how many could become calibration tasks in each stage, and why others could not. */
export function countChosen(tx: Tx, projectId: string, positions: readonly number[]): Promise<CandidateCount[]> {
  return tx.$queryRaw<CandidateCount[]>`
    select c.stage, c.reason, count(*)::int "items" from (
      select s.position, s.key "stage", case when i.discarded_at is not null or t.state = 'discarded' then 'discarded'
        when t.state is distinct from 'gold' then 'not_gold' when ${notChosen(projectId)} then null
        when exists (select 1 from golds v where v.task_id = t.id and v.superseded_at is null and v.votes is not null) then 'counted'
        else 'chosen' end "reason"
      from items i join stages s on s.project_id = i.project_id left join tasks t on t.item_id = i.id and t.stage_id = s.id
      where i.project_id = ${projectId}::uuid and i.position = any(${[...positions]}::int[])) c
    group by c.position, c.stage, c.reason order by c.position, 3 desc, c.reason`
}
