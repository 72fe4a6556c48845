/** Has anything changed that a release is made from? Cheap to ask: sums over rows, whatever their order. */
import 'server-only'
import { createHash } from 'node:crypto'
import { RELEASE_FORMAT } from '@/lib/gold/releases/release/manifest/contract'
import type { Given } from '@/lib/gold/releases/release/manifest/make-manifest'
import { REVEALED_SQL } from '@/lib/platform/policy/can'

/** Whatever runs SQL: the pool, or a snapshot. */
export interface Reader {
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
}

const sumOf = (columns: string, from: string) =>
  `(select count(*) || ':' || coalesce(sum(hashtextextended(concat_ws('|', ${columns}), 0)::numeric), 0) from ${from})`

const PARTS = [
  sumOf(`p.protocol_version, p.roll_up_rule`, `projects p where p.id = $1`),
  sumOf(
    `s.key, s.raters, s.coverage, s.further_share, s.chosen_since, s.consolidation`,
    `stages s where s.project_id = $1`,
  ),
  // A domain and a source that changed places would be the same to concat_ws, which leaves null out.
  sumOf(
    `i.id, i.content_hash, i.discarded_at, i.discard_reason, i.discard_note,
     json_build_array(i.own_domain, i.own_source, i.tags)`,
    `items i where i.project_id = $1`,
  ),
  sumOf(
    `t.id, t.state, t.revision, t.round, t.stale, t.raters`,
    `tasks t where t.project_id = $1 and t.state in (${REVEALED_SQL}, 'discarded')`,
  ),
  sumOf(`g.id`, `golds g join tasks t on t.id = g.task_id where t.project_id = $1 and g.superseded_at is null`),
  sumOf(`o.item_id, o.version`, `roll_up_overrides o join items i on i.id = o.item_id where i.project_id = $1`),
  sumOf(`g.version`, `guidelines g where g.project_id = $1`),
  sumOf(`y.stage_key, y.unit_kind, y.question, y.policy, y.shares`, `suggestion_policies y where y.project_id = $1`),
  sumOf(`x.id`, `suggestions x join tasks t on t.id = x.task_id where t.project_id = $1 and t.state = 'gold'`),
  sumOf(`d.copy_id, d.outcome`, `second_adjudications d where d.project_id = $1 and d.outcome is not null`),
  sumOf(`c.gate_tasks, c.gate_percent, c.gate_bars`, `calibrations c where c.project_id = $1`),
]

/** Of everything in the project that goes into a release, of its words on the card, of how it is divided, of its layout, and of nothing else. */
export async function fingerprintOf(
  reader: Reader,
  projectId: string,
  { card, splits }: Pick<Given, 'card' | 'splits'>,
): Promise<string> {
  const [row] = await reader.query<{ state: string }>(`select concat_ws('/', ${PARTS.join(', ')}) state`, [projectId])
  return createHash('sha256')
    .update(row?.state ?? '')
    .update(JSON.stringify(card))
    .update(JSON.stringify(splits))
    .update(RELEASE_FORMAT)
    .digest('hex')
}
