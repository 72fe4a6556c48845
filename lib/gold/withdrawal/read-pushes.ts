/** Where releases were sent from here, whole or in part, before they or an item of them were withdrawn. */
import 'server-only'
import { placeSchema } from '@/lib/gold/releases/push/contract'
import { placeWords } from '@/lib/gold/releases/push/rules'
import type { Tx } from '@/lib/platform/server/db'

export interface EarlierPush {
  project: string
  number: number
  place: string
  /** ISO 8601. */
  at: string
}

/** Also those that failed or were cancelled: some of their files may have arrived. */
export async function readPushes(tx: Tx, releases: readonly { id: string }[]): Promise<EarlierPush[]> {
  const rows = await tx.releasePush.findMany({
    where: { releaseId: { in: releases.map(({ id }) => id) } },
    orderBy: { createdAt: 'asc' },
    include: { release: { select: { number: true, project: { select: { name: true } } } } },
  })
  return rows.map(({ release, place, createdAt }) => ({
    project: release.project.name,
    number: release.number,
    place: placeWords(placeSchema.parse(place)),
    at: createdAt.toISOString(),
  }))
}
