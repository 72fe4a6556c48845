import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { clearProject, holdLedger } from './refresh-ratings'

/**
 * Ratings are kept by the place of a value among its options, so none made under one version of a protocol may be read under another: all of
 * a project are taken out, with the figures made of them. Waits for a portion that is being derived; the next one reads which version the
 * project has.
 */
export async function forgetRatings(tx: Tx, projectId: string): Promise<void> {
  await holdLedger(tx, projectId)
  await clearProject(tx, projectId)
  await tx.keptFigures.deleteMany({ where: { projectId } })
}
