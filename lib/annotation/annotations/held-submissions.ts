/** Submissions that can still be taken back, as their owners' own requests see them (docs/decisions/076). */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { ownWorkIn } from '@/lib/platform/policy/visible'
import type { Tx } from '@/lib/platform/server/db'
import type { Held, Submissions } from './contract'

interface HeldRow {
  until: Date
  seconds: number
}

/** The columns of a held annotation `n`. Seconds by the clock of the database: that of this process may be another. */
export const HELD = Prisma.sql`n.held_until "until", extract(epoch from n.held_until - clock_timestamp())::float "seconds"`

export const presentHeld = ({ until, seconds }: HeldRow): Held => ({
  until: until.toISOString(),
  seconds: Math.max(0, Number(seconds)),
})

/** Until when an annotation is held; null where it is not. */
export async function readHeld(tx: Tx, annotationId: string): Promise<Held | null> {
  const [row] = await tx.$queryRaw<HeldRow[]>`
    select ${HELD} from annotations n where n.id = ${annotationId}::uuid and n.held_until is not null`
  return row ? presentHeld(row) : null
}

/** What this person can take back in a project, the latest first. */
export async function listHeld(
  tx: Pick<Tx, '$queryRaw'>,
  { userId }: Actor,
  projectId: string,
): Promise<Submissions['held']> {
  const rows = await tx.$queryRaw<(HeldRow & Omit<Submissions['held'][number], 'held'>)[]>`
    select n.task_id "taskId", n.id "annotationId", t.position, i.title, n.round,
           ${HELD}
    from annotations n join tasks t on t.id = n.task_id join items i on i.id = t.item_id
    where n.held_until is not null and n.user_id = ${userId}::uuid and ${ownWorkIn(projectId)}
    order by n.held_until desc, n.id`
  return rows.map(({ until, seconds, ...row }) => ({ ...row, held: presentHeld({ until, seconds }) }))
}
