import type { Protocol } from '@/lib/protocols/protocol'

/**
 * Of the item `i`: are options that annotators see in a drawn order still to be judged? What is known of it would tell who
 * made which. Keys of stages are the protocol's own words, never input.
 */
export function undecidedSql(protocol: Protocol): string {
  const keys = protocol.stages.flatMap(({ key, shuffles }) => (shuffles ? [`'${key}'`] : []))
  return keys.length === 0
    ? 'false'
    : `exists (select 1 from tasks t join stages s on s.id = t.stage_id
        where t.item_id = i.id and s.key in (${keys.join(', ')}) and t.state in ('preparing', 'open'))`
}
