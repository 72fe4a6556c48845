import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { enqueuePush } from './start-push'

export const WITHDRAWN = 'The release was withdrawn: nothing more of it is sent. Take back there what had arrived.'

/** Ends what is under way of a release that is being withdrawn; a job tidies up after each, as after one that was cancelled. */
export async function stopPushes(tx: Tx, releaseId: string): Promise<void> {
  const stopped = await tx.releasePush.updateManyAndReturn({
    where: { releaseId, state: 'running' },
    data: { state: 'failed', error: WITHDRAWN, endedAt: new Date() },
    select: { id: true },
  })
  for (const { id } of stopped) await enqueuePush(tx, id)
}
