import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { REVEALED_SQL } from '@/lib/platform/policy/can'
import type { Tx } from '@/lib/platform/server/db'
import { COUNTED } from './version'

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
 * The annotators of a project by their number: everybody of whose annotations one has been revealed, or only those whose
 * independent answers are `counted` by the figures of agreement. In a transaction, since newcomers among the revealed are given
 * their number here; those who are counted have theirs since the ledger rated them.
 */
export async function listAnnotators(tx: Tx, projectId: string, which: 'revealed' | 'counted'): Promise<Annotator[]> {
  if (which === 'revealed') await numberAnnotators(tx, projectId)
  const isCounted = Prisma.sql`exists (
    select 1 from annotations n join tasks t on t.id = n.task_id
    where n.user_id = a.user_id and t.project_id = a.project_id and n.round = 1 and n.state = 'submitted'
      and n.independent and ${COUNTED})`
  const rows = await tx.$queryRaw<{ userId: string; number: number; name: string }[]>`
    select u.id "userId", a.number, u.name from annotator_numbers a join users u on u.id = a.user_id
    where a.project_id = ${projectId}::uuid and ${which === 'counted' ? isCounted : Prisma.sql`true`} order by a.number`
  return rows.map(({ userId, number, name }) => {
    const alias = `annotator ${number}`
    return { userId, number, alias, named: `${name} (${alias})` }
  })
}

/** Is all gold that annotators' answers can be read of? Before that, names would tell who holds which lane. */
export async function isSettled(tx: Tx, projectId: string): Promise<boolean> {
  const state = { in: ['consolidating' as const, 'approving' as const] }
  return (await tx.task.findFirst({ where: { projectId, state }, select: { id: true } })) === null
}
