import 'server-only'
import type { Tx } from '@/lib/platform/server/db'

export interface KnownPerson {
  userId: string
  name: string
  role: string | null
  /** Their number among the annotators; null while none of their annotations has been revealed. */
  number: number | null
}

/** Everybody who annotates in the project or did, by name. */
export function listKnown(tx: Tx, projectId: string): Promise<KnownPerson[]> {
  return tx.$queryRaw<KnownPerson[]>`
    select u.id "userId", u.name, m.role::text "role", a.number
    from users u
    left join memberships m on m.user_id = u.id and m.project_id = ${projectId}::uuid
    left join annotator_numbers a on a.user_id = u.id and a.project_id = ${projectId}::uuid
    where a.number is not null or m.role = 'annotator'
    order by u.name, u.id`
}
