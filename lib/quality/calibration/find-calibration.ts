/** The calibration of a project as the queue of tasks asks it (lib/annotation/assignments/calibration-source.ts). */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { askGate } from './gate'
import { findShadow } from './shadow'
import { takeRepeat } from './take-repeat'

/** null where nothing has been set up yet. */
export async function findCalibration(tx: Tx, projectId: string) {
  const shadow = await findShadow(tx, projectId)
  if (!shadow) return null
  return {
    askGate: (protocolId: string, userId: string) => askGate(tx, shadow, protocolId, userId),
    takeRepeat: (userId: string) => takeRepeat(tx, shadow, userId),
  }
}
