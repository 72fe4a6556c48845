import 'server-only'
import type { Tx } from '@/lib/server/db'
import { findLookAlike } from '@/lib/text/look-alike'
import type { Alike } from './contract'

/**
 * Says that somebody else here has a name that looks like this one: not who, since not everybody may see everybody. Deactivated
 * people count, whose work is there under their name.
 */
export async function findAlike(tx: Tx, userId: string, name: string): Promise<Alike> {
  const others = await tx.user.findMany({ where: { id: { not: userId }, removedAt: null }, select: { name: true } })
  if (!findLookAlike(name, others)) return {}
  return {
    alike: 'Somebody else here has a name that looks the same. Add something by which people can tell you apart.',
  }
}
