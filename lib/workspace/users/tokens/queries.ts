import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import type { Token } from './contract'
import { presentToken } from './present'

/** The actor's tokens that have not been revoked, newest first; expired ones are listed until they are. */
export async function listTokens(actor: Actor): Promise<{ tokens: Token[] }> {
  const rows = await prisma().apiToken.findMany({
    where: { userId: actor.userId, revokedAt: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return { tokens: rows.map(presentToken) }
}
