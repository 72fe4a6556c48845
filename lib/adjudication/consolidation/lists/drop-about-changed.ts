import 'server-only'
import { type LoadedConsolidation, loadConsolidation } from '@/lib/adjudication/consolidation/load-consolidation'
import { withdrawResolutions } from '@/lib/adjudication/consolidation/withdraw-resolutions'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { keysWithin } from '@/lib/protocols/keys-within'
import { changedEntries } from './changed-entries'

/** Takes back what was settled, and what partners accepted, about entries of a list that has been put together otherwise since `before`. */
export async function dropAboutChanged(tx: Tx, actor: Actor, before: LoadedConsolidation): Promise<void> {
  const { task } = before
  if (task.stage.questions.every(({ list }) => list === undefined)) return
  const after = await loadConsolidation(tx, task)
  const changed = changedEntries(task.stage, before.outcome, after.outcome)
  if (changed.length === 0) return
  const keys = new Set(changed.flatMap((key) => [...keysWithin(before.subject, key)]))
  const unitIds = [...keys].flatMap((key) => after.rowIds.get(key) ?? [])
  await tx.acceptance.deleteMany({ where: { taskId: task.id, round: task.round, unitId: { in: unitIds } } })
  await withdrawResolutions(
    tx,
    actor,
    after,
    after.rows.filter(({ unit }) => keys.has(unit)),
  )
}
