import 'server-only'
import { removeOld } from '@/lib/platform/jobs/remove-old'
import { env } from '@/lib/platform/server/env'

/**
 * Forgets what was sent to providers and came back after ASSAY_KEEP_CALLS_DAYS. Kept are calls of runs that go on, and those behind items that are
 * gold or can become it, discarded ones too, since they can be restored: releases and their receipts count them. Trials and evaluations are left.
 * What was spent stays in the runs.
 */
export const forgetCalls = (days = env().ASSAY_KEEP_CALLS_DAYS): Promise<number> =>
  removeOld({
    what: 'provider calls',
    days,
    async remove(tx, before, most) {
      const count = await tx.$executeRaw`
      delete from provider_calls where key in (
        select c.key from provider_calls c
        where c.state = 'done' and c.reserved_micro = 0 and coalesce(c.finished_at, c.created_at) < ${before}
          and not exists (select 1 from runs r where r.id = c.run_id and r.state in ('running', 'paused'))
          and not exists (
            select 1 from run_items ri join runs r on r.id = ri.run_id
            where ri.id = c.run_item_id and ri.item_id is not null and r.kind <> 'evaluation')
        order by c.key limit ${most} for update of c skip locked)`
      return { count, more: count === most }
    },
  })
