import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { HeldOutRow } from './queries'

/** Keeps which items a release holds out, and the gold that predictions are scored on, in the transaction that makes the release ready. */
export async function keepHeldOut(
  tx: Tx,
  { projectId, releaseId }: { projectId: string; releaseId: string },
  rows: readonly HeldOutRow[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.$executeRaw`insert into held_out_splits (project_id) values (${projectId}::uuid) on conflict do nothing`
  const [split] = await tx.$queryRaw<{ openedAt: Date | null }[]>`
    select opened_at "openedAt" from held_out_splits where project_id = ${projectId}::uuid for update`
  if (split?.openedAt)
    throw new AppError(
      'rule',
      'The held-out split was opened while the release was made. Make the release again, without one.',
    )
  await tx.$executeRaw`
    insert into held_out_items (release_id, item_id, project_id, gold_ids, label)
    select ${releaseId}::uuid, r."itemId", ${projectId}::uuid, r."goldIds", r.label::jsonb
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r("itemId" uuid, "goldIds" uuid[], label text)`
}
