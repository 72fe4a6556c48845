/** What calibration has to say before a person is given work: filled by that room when a process starts (compose.ts). */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import { provided } from '@/lib/platform/server/provided'

/**
 * Either open, or the task to do first; null where all are done and the bar was missed, or where all that are left wait: for the answer
 * to a question that they were set aside with, or for a submission that can still be taken back.
 */
export type Gate = { open: true } | { open: false; taskId: string | null; waitsFor: 'answer' | 'submission' | null }

/** The calibration of one project, within one transaction. */
export interface Calibration {
  /** May this person begin with real work? The caller holds the lock that keeps them from asking twice at once. */
  askGate(protocolId: string, userId: string): Promise<Gate>
  /** The copy of a task of theirs that is to be done again now, made if it is not there yet; null where none is. */
  takeRepeat(userId: string): Promise<string | null>
}

export interface CalibrationSource {
  /** null where the project does not calibrate its annotators. */
  find(tx: Tx, projectId: string): Promise<Calibration | null>
}

export const calibrationSource = provided<CalibrationSource>('calibration')

/** The condition on a project `p` that it calibrates its annotators: where it does not, that room is not asked. */
export const CALIBRATES = Prisma.sql`exists (select 1 from calibrations k where k.project_id = p.id)`
