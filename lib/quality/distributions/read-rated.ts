/** What models of annotators and their ceiling are made of. */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { type MeasureOf, readClusters } from '@/lib/quality/agreement/ledger/read-counts'
import { type Clusters, countPatterns, type Pattern } from '@/lib/quality/agreement/samples'

export interface RatedWhole {
  /** In the order of raters and codes. */
  patterns: Pattern[]
  responses: Clusters
}

/**
 * Of a measure over all its counted units. Patterns are counted from the responses: `rated_patterns` counts tasks that were sent back or discarded
 * until they leave the ledger, and what is kept of them would be of no version of it.
 */
export async function readRated(tx: Tx, of: MeasureOf): Promise<RatedWhole> {
  const responses = await readClusters(tx, of)
  return { patterns: countPatterns(responses), responses }
}
