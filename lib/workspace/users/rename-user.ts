import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import type { Account, Alike } from './contract'
import { findAlike } from './find-alike'
import { presentAccount } from './present'

/** Changes the actor's own name, and says where it looks like somebody else's. */
export async function renameUser(actor: Actor, name: string): Promise<Account & Alike> {
  const user = await prisma().user.update({ where: { id: actor.userId }, data: { name } })
  return { ...presentAccount(user), ...(await findAlike(prisma(), user.id, name)) }
}
