import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { REVEALED_SQL } from '@/lib/platform/policy/can'
import type { Tx } from '@/lib/platform/server/db'

/**
 * Of annotations `n` of tasks `t` those that were revealed, now or in an earlier round. Nobody has a number for others: that
 * there is one more annotator would tell that a partner has submitted (docs/decisions/008-blindness.md).
 */
const REVEALED_ONCE = Prisma.raw(`(n.state = 'submitted' and (t.state in (${REVEALED_SQL}) or n.round < t.round))`)

/**
 * Gives every person of whose annotations in the project one has been revealed their number, in the order of the first
 * submissions among these: whoever comes later is added at the end, so that a number means the same person for ever. Runs in a
 * transaction, which is alone with the numbers of its project until it ends.
 */
export async function numberAnnotators(tx: Tx, projectId: string): Promise<void> {
  if (!(await lacksNumbers(tx, projectId))) return
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('annotators of ' || ${projectId}, 0))`
  await tx.$executeRaw`
    insert into annotator_numbers (project_id, user_id, number)
    select ${projectId}::uuid, fresh.user_id, known.last + row_number() over (order by fresh.since, fresh.user_id)
    from (select n.user_id, min(n.submitted_at) since
          from annotations n join tasks t on t.id = n.task_id
          where t.project_id = ${projectId}::uuid and ${REVEALED_ONCE}
            and not exists (select 1 from annotator_numbers a where a.project_id = t.project_id and a.user_id = n.user_id)
          group by n.user_id) fresh
    cross join (select coalesce(max(number), 0) last from annotator_numbers where project_id = ${projectId}::uuid) known`
}

async function lacksNumbers(tx: Tx, projectId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ lacks: boolean }[]>`
    select exists (
      select 1 from users u
      where not exists (select 1 from annotator_numbers a where a.project_id = ${projectId}::uuid and a.user_id = u.id)
        and exists (select 1 from annotations n join tasks t on t.id = n.task_id
                    where n.user_id = u.id and t.project_id = ${projectId}::uuid and ${REVEALED_ONCE})) lacks`
  return row?.lacks ?? false
}

export interface Annotator {
  userId: string
  /** By which the ledger of ratings knows them. */
  number: number
  /** `annotator 1`, ...: the same on every page and in every export of the project, for ever. */
  alias: string
  /** The name with the alias, since two people may have the same name. */
  named: string
}

/**
 * Everybody of whose annotations in the project one has been revealed, by their number. In a transaction, since newcomers are
 * given their number here.
 */
export async function listAnnotators(tx: Tx, projectId: string): Promise<Annotator[]> {
  await numberAnnotators(tx, projectId)
  const rows = await tx.$queryRaw<{ userId: string; number: number; name: string }[]>`
    select u.id "userId", a.number, u.name from annotator_numbers a join users u on u.id = a.user_id
    where a.project_id = ${projectId}::uuid order by a.number`
  return rows.map(({ userId, number, name }) => {
    const alias = `annotator ${number}`
    return { userId, number, alias, named: `${name} (${alias})` }
  })
}
