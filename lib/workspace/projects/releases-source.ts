/** What the home of a project asks about its releases: filled when a process starts (compose.ts). */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { provided } from '@/lib/platform/server/provided'

export interface ReleasesSource {
  /** The number of the latest release that is ready; null where there is none. */
  latest(tx: Tx, projectId: string): Promise<number | null>
}

export const releasesSource = provided<ReleasesSource>('releases')
