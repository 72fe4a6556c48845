import { REVEALED_SQL } from '@/lib/platform/policy/can'
import type { Protocol } from '@/lib/protocols/protocol'
import { undecidedSql } from './undecided-sql'

/** Of which items something tells labels. */
export interface Extent {
  protocol: Protocol
  /** The positions of items whose labels stay back, however far they are (release/held-out). Left out: none. */
  heldOut?: readonly number[]
}

/** Of `items i`: those whose labels do not stay back. Written out, so that the database looks each up by its hash. */
export const openSql = ({ heldOut = [] }: Pick<Extent, 'heldOut'>): string =>
  heldOut.length === 0 ? 'true' : `i.position <> all('{${heldOut.join(',')}}'::int[])`

/**
 * Does a release hold the gold of `tasks t` of `stages s` and `items i`? Not of discarded items, nor where an earlier
 * stage is at work again, nor where its labels stay back, nor while options of the item are still to be judged whose makers the gold would tell. The texts
 * that people answered go out only with gold that came of them.
 */
export const releasedSql = ({ protocol, heldOut }: Extent): string => `(
  t.state = 'gold' and i.discarded_at is null and ${openSql({ heldOut })} and not ${undecidedSql(protocol)} and not exists (
    select 1 from tasks xb join stages xe on xe.id = xb.stage_id
    where xb.item_id = t.item_id and xe.position < s.position and xb.state not in ('gold', 'discarded')))`

/**
 * Does agreement count `tasks t` of `items i`, as its ledger does (lib/quality/agreement/ledger/version.ts)? All of its annotators
 * have submitted, and the item is not discarded. A release holds the ratings of all these whose labels do not stay back.
 */
export const countedSql = (extent: Pick<Extent, 'heldOut'>): string =>
  `(i.discarded_at is null and ${openSql(extent)} and t.state in (${REVEALED_SQL}))`

/**
 * Are the answers of `tasks t` noted as read by the reader `$2`? Who has read only the annotators' answers, on a copy for a second
 * adjudication, has not read what was decided.
 */
export const NOTED_SQL =
  'exists (select 1 from answer_reads r where r.task_id = t.id and r.user_id = $2 and not r.through_copy)'

/** Are the answers of `tasks t` noted as read by the reader `$2`? Where nobody reads, and rows are only counted, any will do. */
export const readSql = ({ readerId }: { readerId: string | null }): string =>
  readerId === null ? '$2::uuid is null' : NOTED_SQL
