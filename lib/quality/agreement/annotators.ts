import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { numberAnnotators } from './ledger/number-annotators'

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
