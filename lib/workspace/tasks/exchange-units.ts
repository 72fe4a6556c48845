import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { isSame, matchUnits } from './compare-units'
import type { TaskUnit } from './load-task'
import { createUnits } from './open-next-stage'

/** What became of the units: a row for each that stays or has a successor; the others are gone. */
export interface Succession {
  before: readonly TaskUnit[]
  /** The row of today's unit, and its key, by the row of the old one. */
  rows: ReadonlyMap<string, { id: string; key: string }>
  /** New keys of units whose key changed. */
  renamed: ReadonlyMap<string, string>
}

/** Retires what is not the same at the same place, and brings the new units in. */
export async function exchangeUnits(
  tx: Tx,
  task: { id: string; round: number },
  before: readonly TaskUnit[],
  after: readonly UnitDraft[],
): Promise<Succession> {
  const pairs = matchUnits(before, after)
  const stays = ({ before: old, after: fresh }: (typeof pairs)[number]) =>
    old.key === fresh.key && old.parent === fresh.parent && old.position === after.indexOf(fresh) && isSame(old, fresh)
  const kept = new Set(pairs.filter(stays).map((pair) => pair.before.id))
  const placed = after.map((unit, position) => ({ ...unit, position }))
  const entering = placed.filter((unit) => !pairs.some((pair) => pair.after.key === unit.key && stays(pair)))
  const leaving = before.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  await tx.unit.updateMany({ where: { id: { in: leaving } }, data: { retiredRound: task.round } })
  const created = new Map((await createUnits(tx, task, entering)).map((unit) => [unit.key, unit]))
  const rows = new Map(
    pairs.map((pair) => [pair.before.id, created.get(pair.after.key) ?? { id: pair.before.id, key: pair.before.key }]),
  )
  // What a machine proposed about a unit goes along with it.
  for (const [id, row] of rows)
    if (row.id !== id) await tx.suggestion.updateMany({ where: { unitId: id }, data: { unitId: row.id } })
  const moved = pairs.filter((pair) => pair.before.key !== pair.after.key)
  return { before, rows, renamed: new Map(moved.map((pair) => [pair.before.key, pair.after.key])) }
}
