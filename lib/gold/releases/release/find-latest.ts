import 'server-only'
import type { Release } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'

/** Releases whose files are handed out. */
const HANDED_OUT = { state: 'ready', withdrawal: null } as const

/** The number of the project's latest release that is ready and not withdrawn; null where there is none. */
export async function findLatestRelease(tx: Tx, projectId: string): Promise<number | null> {
  const { _max } = await tx.release.aggregate({
    where: { projectId, ...HANDED_OUT },
    _max: { number: true },
  })
  return _max.number
}

/** What the next release must differ from: the latest whose files people can still get. One that was withdrawn may be made again as it was. */
export const findLatestHandedOut = (
  tx: Tx,
  projectId: string,
): Promise<Pick<Release, 'id' | 'number' | 'card' | 'fingerprint'> | null> =>
  tx.release.findFirst({
    where: { projectId, ...HANDED_OUT },
    orderBy: { number: 'desc' },
    select: { id: true, number: true, card: true, fingerprint: true },
  })
