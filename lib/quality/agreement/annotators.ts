import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import { numberAnnotators } from './ledger/number-annotators'
import { COUNTED } from './ledger/version'

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
