import 'server-only'
import { z } from 'zod'
import { record } from '@/lib/audit/record'
import { type Tx, transaction } from '@/lib/server/db'
import type { SignedIn } from './check-credentials'
import { nameSchema } from './contract'
import { createUser } from './create-user'
import { endResets, revokeTokens } from './end-access'
import { grant } from './invitations/grant'
import { invitationsFor } from './invitations/open-invitations'

/** What an OpenID provider says about somebody (OpenID Connect Core 1.0, section 5.1). */
const claimsSchema = z.object({
  sub: z.string().min(1),
  email: z.string().trim().toLowerCase().pipe(z.email()).optional().catch(undefined),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  name: nameSchema.optional().catch(undefined),
})
type Claims = z.infer<typeof claimsSchema>

/**
 * Whose identity this is: by subject; else by verified e-mail of an account that no other identity is linked to; else a
 * new account for whoever was invited by this verified e-mail. Null for strangers and deactivated accounts.
 */
export async function matchIdentity(input: unknown): Promise<SignedIn | null> {
  const { data: claims } = claimsSchema.safeParse(input)
  if (!claims) return null
  return transaction(async (tx) => {
    const known = await tx.user.findUnique({ where: { oidcSubject: claims.sub } })
    const user = known ?? (await byVerifiedEmail(tx, claims))
    return user && !user.deactivatedAt ? { id: user.id, sessionVersion: user.sessionVersion } : null
  })
}

/**
 * Whoever made the account never proved that the address is theirs; the provider's word is proof. So what its maker could
 * still come in with ends: password, sessions, tokens, links to choose a password.
 */
async function byVerifiedEmail(tx: Tx, claims: Claims) {
  const { sub, email } = claims
  if (!email || claims.email_verified !== true) return null
  const user = await tx.user.findUnique({ where: { email } })
  if (!user) return fromInvitations(tx, sub, email, claims.name ?? email)
  const { count } = await tx.user.updateMany({
    where: { id: user.id, oidcSubject: null, deactivatedAt: null },
    data: { oidcSubject: sub, passwordHash: null, sessionVersion: { increment: 1 } },
  })
  if (count === 0) return null
  await revokeTokens(tx, user.id)
  await endResets(tx, user.id)
  await record(tx, 'user.identity_linked', { actorId: user.id }, { userId: user.id })
  return { ...user, sessionVersion: user.sessionVersion + 1 }
}

async function fromInvitations(tx: Tx, oidcSubject: string, email: string, name: string) {
  const invitations = await invitationsFor(tx, email)
  if (invitations.length === 0) return null
  const user = await createUser(tx, { email, name, passwordHash: null, oidcSubject, by: 'identity-provider' })
  for (const invitation of invitations) {
    await grant(tx, invitation, user.id)
    const scope = { actorId: user.id, projectId: invitation.projectId }
    await record(tx, 'invitation.accepted', scope, { invitationId: invitation.id, userId: user.id })
  }
  return user
}
