/**
 * Does a release hold the gold of `tasks t` of `stages s` and `items i`? Not of discarded items, nor where an earlier
 * stage is at work again. What people answered goes out only with gold that came of it.
 */
export const RELEASED_SQL = `t.state = 'gold' and i.discarded_at is null and not exists (
  select 1 from tasks xb join stages xe on xe.id = xb.stage_id
  where xb.item_id = t.item_id and xe.position < s.position and xb.state not in ('gold', 'discarded'))`
