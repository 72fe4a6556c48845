import 'server-only'
import { parseStored } from '@/lib/imports/queries'
import { protocolById } from '@/lib/protocols'
import type { Tx } from '@/lib/server/db'
import { found } from '@/lib/server/errors'
import { contradictionsOf, type LabelGold, labelSources } from './contradictions'
import { latestOverride, type OverrideRow } from './read-golds'
import { presentOverride } from './scan'

const BATCH = 500
/** The longest list of positions; more are only counted. */
const TOLD = 200

interface Row extends LabelGold {
  position: number
  goldAt: Date
  record: string
  override: OverrideRow | null
}

/**
 * The items whose label contradicts itself and was settled by nobody: how many, and the first positions. A release needs
 * them settled. Reads in batches, however long the project.
 */
export async function unsettledContradictions(
  tx: Tx,
  projectId: string,
): Promise<{ count: number; positions: number[] }> {
  const project = found(await tx.project.findUnique({ where: { id: projectId }, select: { protocolId: true } }))
  const { itemLabel, rollUps } = protocolById(project.protocolId)
  const unsettled = { count: 0, positions: [] as number[] }
  // One rule cannot differ from itself, and nothing is stored that could.
  if (!itemLabel || (rollUps.length < 2 && !itemLabel.stored)) return unsettled
  for (let last = 0; ; ) {
    const rows = await tx.$queryRaw<Row[]>`
      select i.position, i.record, g.roll_up "rollUp", g.origin::text "origin", g.created_at "goldAt",
        ${latestOverride} "override"
      from items i join tasks t on t.item_id = i.id and t.state = 'gold'
      join stages s on s.id = t.stage_id and s.key = ${itemLabel.stage}
      join golds g on g.task_id = t.id and g.superseded_at is null
      where i.project_id = ${projectId}::uuid and i.discarded_at is null and i.position > ${last}
      order by i.position limit ${BATCH}`
    for (const { position, record, goldAt, override, ...gold } of rows) {
      const contradicts = contradictionsOf(labelSources(itemLabel, gold, () => parseStored(record))).length > 0
      if (!contradicts || presentOverride(override, goldAt)?.stands) continue
      unsettled.count++
      if (unsettled.positions.length < TOLD) unsettled.positions.push(position)
    }
    const end = rows.at(-1)
    if (rows.length < BATCH || !end) return unsettled
    last = end.position
  }
}
