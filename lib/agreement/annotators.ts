import 'server-only'
import type { Tx } from '@/lib/server/db'

export interface Annotator {
  userId: string
  /** `annotator 1`, ...: the same on every page and in every export of the project, for ever. */
  alias: string
  /** The name with the alias, since two people may have the same name. */
  named: string
}

/**
 * Everybody who has submitted an annotation in the project, in the order of their first: whoever comes later is added
 * at the end.
 */
export async function listAnnotators(tx: Tx, projectId: string): Promise<Annotator[]> {
  const rows = await tx.$queryRaw<{ userId: string; name: string }[]>`
    select u.id "userId", u.name
    from annotations n join tasks t on t.id = n.task_id join users u on u.id = n.user_id
    where t.project_id = ${projectId}::uuid and n.state = 'submitted'
    group by u.id, u.name order by min(n.submitted_at), u.id`
  return rows.map(({ userId, name }, index) => {
    const alias = `annotator ${index + 1}`
    return { userId, alias, named: `${name} (${alias})` }
  })
}
