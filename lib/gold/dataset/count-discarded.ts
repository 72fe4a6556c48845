import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { discardReasonText } from '@/lib/protocols/discard-reason-text'
import type { LoadedProject } from '@/lib/workspace/projects/queries'
import type { Dataset } from './contract'

/** Items that were set aside, the most frequent reason first: a result of the project, though in no figure. */
export async function countDiscarded(tx: Tx, { id, protocolId }: LoadedProject): Promise<Dataset['discarded']> {
  const rows = await tx.$queryRaw<{ reason: string; items: number }[]>`
    select coalesce(discard_reason, '') reason, count(*)::int items from items
    where project_id = ${id}::uuid and discarded_at is not null group by 1 order by items desc, reason`
  return rows.map((row) => ({ ...row, title: discardReasonText(protocolById(protocolId), row.reason) }))
}
