/** Where an adjudicated task may be drawn for a second adjudication: filled by that room when a process starts (compose.ts). */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { provided } from '@/lib/platform/server/provided'

export interface SecondsSource {
  /** Makes the copy if the task has just become gold and the project's share and seed draw it, in the transaction that made the gold. */
  draw(tx: Tx, task: { projectId: string; taskId: string }): Promise<unknown>
}

export const secondsSource = provided<SecondsSource>('second adjudications')
