import 'server-only'
import type { Tx } from '@/lib/platform/server/db'

/** How much a run has proposed, or how much for one question: suggestions, or what a run on gold keeps with its items. */
export async function countProposals(
  tx: Tx,
  { id, kind }: { id: string; kind: string },
  question?: string,
): Promise<number> {
  if (kind !== 'evaluation')
    return tx.suggestion.count({ where: { runId: id, ...(question === undefined ? {} : { question }) } })
  if (question !== undefined) {
    const [row] = await tx.$queryRaw<{ count: number }[]>`
      select count(*)::int "count" from run_items i, jsonb_array_elements(i.proposals) p
      where i.run_id = ${id}::uuid and jsonb_typeof(i.proposals) = 'array' and p->>'question' = ${question}`
    return row?.count ?? 0
  }
  const { _sum } = await tx.runItem.aggregate({ where: { runId: id }, _sum: { suggestions: true } })
  return _sum.suggestions ?? 0
}
