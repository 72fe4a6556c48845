import 'server-only'
import type { Tx } from '@/lib/platform/server/db'

/** How much a run has proposed: suggestions, or what a run on gold keeps with its items. */
export async function countProposals(tx: Tx, { id, kind }: { id: string; kind: string }): Promise<number> {
  if (kind !== 'evaluation') return tx.suggestion.count({ where: { runId: id } })
  const { _sum } = await tx.runItem.aggregate({ where: { runId: id }, _sum: { suggestions: true } })
  return _sum.suggestions ?? 0
}
