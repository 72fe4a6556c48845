import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'

/** Notes that the actor has ended the tour of the workbench; the first time counts. */
export async function endTour({ userId }: Actor): Promise<void> {
  await prisma().user.updateMany({ where: { id: userId, tourEndedAt: null }, data: { tourEndedAt: new Date() } })
}
