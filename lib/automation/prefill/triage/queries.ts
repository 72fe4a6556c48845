import 'server-only'
import type { z } from 'zod'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { begunItems } from '@/lib/workspace/tasks/set-aside-items'
import type { triageSchema } from './contract'
import { loadTriage, type TriageParams } from './load-triage'

/** The numbers by which a manager chooses what is worth annotating. */
export function getTriage(actor: Actor, params: TriageParams): Promise<z.infer<typeof triageSchema>> {
  return transaction(async (tx) => {
    const { triage, items } = await loadTriage(tx, actor, params)
    const begun = await begunItems(
      tx,
      actor,
      items.map(({ itemId }) => itemId),
    )
    return {
      measures: [...triage.measures],
      rows: items.map((item) => ({ ...item, begun: begun.has(item.itemId) })),
    }
  })
}
