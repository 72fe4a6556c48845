import 'server-only'
import { z } from 'zod'
import { record } from '@/lib/platform/events/record'
import { type Tx, transaction } from '@/lib/platform/server/db'
import type { SignedIn } from './check-credentials'
import { nameSchema } from './contract'
import { createUser } from './create-user'
import { endResets, revokeTokens } from './end-access'
import { grant } from './invitations/grant'
import { invitationsFor } from './invitations/open-invitations'

/** What an OpenID provider says about somebody (OpenID Connect Core 1.0, section 5.1). */
const claimsSchema = z.object({
  /** Of the verified identity token: the provider's own name, which is the configured issuer's. */
  iss: z.string().min(1),
  sub: z.string().min(1),
  email: z.string().trim().toLowerCase().pipe(z.email()).optional().catch(undefined),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  name: nameSchema.optional().catch(undefined),
})
type Claims = z.infer<typeof claimsSchema>

/**
 * Whose identity this is: by issuer and subject; else an identity of before issuers were stored; else by verified e-mail of
 * an account that no other identity is linked to; else a new account for whoever was invited by this verified e-mail.
 * Null for strangers and deactivated accounts.
 */
export async function matchIdentity(input: unknown): Promise<SignedIn | null> {
  const { data: claims } = claimsSchema.safeParse(input)
  if (!claims) return null
  return transaction(async (tx) => {
    const identity = { oidcIssuer: claims.iss, oidcSubject: claims.sub }
    const known = await tx.user.findUnique({ where: { oidcIssuer_oidcSubject: identity } })
    const user = known ?? (await claimOfBefore(tx, claims)) ?? (await byVerifiedEmail(tx, claims))
    return user && !user.deactivatedAt ? { id: user.id, sessionVersion: user.sessionVersion } : null
  })
}

/**
 * An identity linked before issuers were stored becomes one of this issuer, once. The subject alone is no proof: the issuer
 * may have been another one then, and have somebody else under this subject now. So the provider must also vouch for the
 * account's e-mail address, as it did when the identity was linked.
 */
async function claimOfBefore(tx: Tx, { iss, sub, ...claims }: Claims) {
  const email = verifiedEmail(claims)
  if (!email) return null
  const user = await tx.user.findFirst({ where: { oidcIssuer: null, oidcSubject: sub, email, deactivatedAt: null } })
  if (!user) return null
  const where = { id: user.id, oidcIssuer: null, oidcSubject: sub }
  const { count } = await tx.user.updateMany({ where, data: { oidcIssuer: iss } })
  if (count === 0) return null
  await record(tx, 'user.identity_claimed', { actorId: user.id }, { userId: user.id, issuer: iss })
  return user
}

const verifiedEmail = ({ email, email_verified: isVerified }: Pick<Claims, 'email' | 'email_verified'>) =>
  isVerified === true ? email : undefined

/**
 * Whoever made the account never proved that the address is theirs; the provider's word is proof. So what its maker could
 * still come in with ends: password, sessions, tokens, links to choose a password.
 */
async function byVerifiedEmail(tx: Tx, claims: Claims) {
  const email = verifiedEmail(claims)
  if (!email) return null
  const identity = { oidcIssuer: claims.iss, oidcSubject: claims.sub }
  const user = await tx.user.findUnique({ where: { email } })
  if (!user) return fromInvitations(tx, identity, email, claims.name ?? email)
  const { count } = await tx.user.updateMany({
    where: { id: user.id, oidcSubject: null, deactivatedAt: null },
    data: { ...identity, passwordHash: null, sessionVersion: { increment: 1 } },
  })
  if (count === 0) return null
  await revokeTokens(tx, user.id)
  await endResets(tx, user.id)
  await record(tx, 'user.identity_linked', { actorId: user.id }, { userId: user.id })
  return { ...user, sessionVersion: user.sessionVersion + 1 }
}

async function fromInvitations(
  tx: Tx,
  identity: { oidcIssuer: string; oidcSubject: string },
  email: string,
  name: string,
) {
  const invitations = await invitationsFor(tx, email)
  if (invitations.length === 0) return null
  const user = await createUser(tx, { email, name, passwordHash: null, ...identity, by: 'identity-provider' })
  for (const invitation of invitations) {
    await grant(tx, invitation, user.id)
    const scope = { actorId: user.id, projectId: invitation.projectId }
    await record(tx, 'invitation.accepted', scope, { invitationId: invitation.id, userId: user.id })
  }
  return user
}
