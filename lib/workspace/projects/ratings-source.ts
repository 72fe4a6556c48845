/** What a project that moves to another version of its protocol asks of the ledger of ratings: filled when a process starts (compose.ts). */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { provided } from '@/lib/platform/server/provided'

export interface RatingsSource {
  /** Keeps everybody else from deriving ratings of a project, until the caller's transaction ends. Taken before tasks are locked, as readers of figures do. */
  hold(tx: Tx, projectId: string): Promise<void>
  /** Takes all ratings and figures of a project out, within the caller's transaction: they are derived again from the frozen answers. */
  forget(tx: Tx, projectId: string): Promise<void>
}

export const ratingsSource = provided<RatingsSource>('ratings')
