import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { visibleProjectsWhere } from '@/lib/platform/policy/visible'
import type { Tx } from '@/lib/platform/server/db'
import { findLookAlike } from '@/lib/text/look-alike'
import type { NamedProject } from './contract'

/** Says that another project has a name that looks like this one's, of those that the actor can see. */
export async function findAlike(
  tx: Tx,
  actor: Actor,
  { id, name }: { id: string; name: string },
): Promise<Pick<NamedProject, 'alike'>> {
  const where = { AND: [visibleProjectsWhere(actor), { id: { not: id } }] }
  const others = await tx.project.findMany({ where, select: { name: true }, orderBy: { createdAt: 'asc' } })
  const found = findLookAlike(name, others)
  return found ? { alike: `Another project has a name that looks the same: \u201C${found.name}\u201D.` } : {}
}
