/** Submissions that can still be taken back, as their owners' own requests see them (docs/decisions/076). */
import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { ownWorkIn } from '@/lib/platform/policy/visible'
import type { Tx } from '@/lib/platform/server/db'
import type { Held, Submissions } from './contract'

interface HeldRow {
  until: Date
  seconds: number
}

// Seconds by the clock of the database: that of this process may be another.
const present = ({ until, seconds }: HeldRow): Held => ({
  until: until.toISOString(),
  seconds: Math.max(0, Number(seconds)),
})

/** Until when an annotation is held; null where it is not. */
export async function readHeld(tx: Tx, annotationId: string): Promise<Held | null> {
  const [row] = await tx.$queryRaw<HeldRow[]>`
    select held_until "until", extract(epoch from held_until - clock_timestamp())::float "seconds"
    from annotations where id = ${annotationId}::uuid and held_until is not null`
  return row ? present(row) : null
}

/** What this person can take back in a project, the latest first. */
export async function listHeld(
  tx: Pick<Tx, '$queryRaw'>,
  { userId }: Actor,
  projectId: string,
): Promise<Submissions['held']> {
  const rows = await tx.$queryRaw<(HeldRow & Omit<Submissions['held'][number], 'held'>)[]>`
    select n.task_id "taskId", n.id "annotationId", t.position, i.title, n.round,
           n.held_until "until", extract(epoch from n.held_until - clock_timestamp())::float "seconds"
    from annotations n join tasks t on t.id = n.task_id join items i on i.id = t.item_id
    where n.held_until is not null and n.user_id = ${userId}::uuid and ${ownWorkIn(projectId)}
    order by n.held_until desc, n.id`
  return rows.map(({ until, seconds, ...row }) => ({ ...row, held: present({ until, seconds }) }))
}
