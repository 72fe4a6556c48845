import 'server-only'
import type { Actor } from '@/lib/policy/actor'
import { prisma } from '@/lib/server/db'
import type { Account } from './contract'
import { presentAccount } from './present'

/** Changes the actor's own name. */
export async function renameUser(actor: Actor, name: string): Promise<Account> {
  return presentAccount(await prisma().user.update({ where: { id: actor.userId }, data: { name } }))
}
