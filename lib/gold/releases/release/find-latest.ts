import 'server-only'
import type { Tx } from '@/lib/platform/server/db'

/** The number of the project's latest release that is ready and not withdrawn; null where there is none. */
export async function findLatestRelease(tx: Tx, projectId: string): Promise<number | null> {
  const { _max } = await tx.release.aggregate({
    where: { projectId, state: 'ready', withdrawal: null },
    _max: { number: true },
  })
  return _max.number
}
