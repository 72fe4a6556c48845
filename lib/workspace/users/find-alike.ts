import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { findLookAlike } from '@/lib/text/look-alike'
import type { Alike } from './contract'

/**
 * Says that somebody else has a name that looks like this one: of the people in one's own projects, of everybody for administrators. Whoever
 * may not see a person does not learn that there is one of that name. Deactivated people count, whose work is there under
 * their name.
 */
export async function findAlike(tx: Tx, userId: string, name: string): Promise<Alike> {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { isAdmin: true } })
  const visibleWhere = user?.isAdmin
    ? {}
    : { memberships: { some: { project: { memberships: { some: { userId } } } } } }
  const others = await tx.user.findMany({
    where: { id: { not: userId }, removedAt: null, ...visibleWhere },
    select: { name: true },
  })
  if (!findLookAlike(name, others)) return {}
  return {
    alike: 'Somebody else here has a name that looks the same. Add something by which people can tell you apart.',
  }
}
