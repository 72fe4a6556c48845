import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import type { Account } from '@/lib/workspace/users/contract'
import { presentAccount } from '@/lib/workspace/users/present'

/** Names the actor's own search engine, or takes it back. */
export async function chooseSearchEngine(actor: Actor, searchEngine: string | null): Promise<Account> {
  return presentAccount(await prisma().user.update({ where: { id: actor.userId }, data: { searchEngine } }))
}
