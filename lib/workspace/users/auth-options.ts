import 'server-only'
import type { AuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { z } from 'zod'
import { record } from '@/lib/platform/events/record'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { type DeviceCookie, NO_DEVICE } from '@/lib/platform/server/device-cookie'
import { env } from '@/lib/platform/server/env'
import { AppError } from '@/lib/platform/server/errors'
import { identityProvider } from '@/lib/platform/server/identity-provider'
import { log } from '@/lib/platform/server/log'
import { clientAddress } from '@/lib/platform/server/throttle'
import { checkCredentials, type SignedIn } from './check-credentials'
import { nameSchema } from './contract'
import { createUser } from './create-user'
import { endResets, revokeTokens } from './end-access'
import { applyGroups } from './groups/apply-groups'
import { grant } from './invitations/grant'
import { invitationsFor } from './invitations/open-invitations'
import { rememberDevice } from './known-devices'
import { recordSession } from './record-sign-in'

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
 * Null for strangers and deactivated accounts. What its groups give is given and taken.
 */
export async function matchIdentity(input: unknown): Promise<SignedIn | null> {
  const { data: claims } = claimsSchema.safeParse(input)
  if (!claims) return null
  return transaction(async (tx) => {
    const identity = { oidcIssuer: claims.iss, oidcSubject: claims.sub }
    const known = await tx.user.findUnique({ where: { oidcIssuer_oidcSubject: identity } })
    const user = known ?? (await claimOfBefore(tx, claims)) ?? (await byVerifiedEmail(tx, claims))
    if (!user || user.deactivatedAt) return null
    const { OIDC_GROUPS_CLAIM: claim } = env()
    if (claim === undefined) return { id: user.id, sessionVersion: user.sessionVersion }
    await applyGroups(tx, user, claimNamed(input, claim))
    // Administration that came or went has ended all sessions.
    return tx.user.findUniqueOrThrow({ where: { id: user.id }, select: { id: true, sessionVersion: true } })
  })
}

const claimNamed = (claims: unknown, name: string): unknown =>
  typeof claims === 'object' && claims !== null ? Object.entries(claims).find(([key]) => key === name)?.[1] : undefined

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
    // Invited twice to a project: the newest invitation says as what.
    await grant(tx, invitation, user.id)
    const scope = { actorId: user.id, projectId: invitation.projectId }
    await record(tx, 'invitation.accepted', scope, { invitationId: invitation.id, userId: user.id })
  }
  return user
}

const TWO_WEEKS = 14 * 24 * 60 * 60

/** Nobody: what an identity that matches no account becomes until `signIn` refuses it. */
const STRANGER = { id: 'stranger', sessionVersion: 0 }

/**
 * How people prove who they are. A session is a signed cookie that names an account and its session version;
 * lib/platform/server/identify.ts compares both with the account on every request. `device` is what the browser keeps about
 * accounts that know it.
 */
export function authOptions(device: DeviceCookie = NO_DEVICE): AuthOptions {
  const oidc = identityProvider(async (claims) => (await matchIdentity(claims)) ?? STRANGER)
  return {
    secret: env().NEXTAUTH_SECRET,
    session: { strategy: 'jwt', maxAge: TWO_WEEKS },
    useSecureCookies: env().NEXTAUTH_URL?.startsWith('https://') ?? false,
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
    providers: [password(device), ...(oidc ? [oidc] : [])],
    callbacks: {
      signIn: ({ user }) => user.id !== STRANGER.id || '/sign-in?error=stranger',
      jwt: ({ token, user }) => (user ? { userId: user.id, sessionVersion: user.sessionVersion } : token),
      session: ({ session, token }) => ({ expires: session.expires, userId: token.userId ?? '' }),
    },
    events: {
      signIn: ({ user, account }) =>
        recordSession('session.started', user.id, {
          how: account?.provider === 'oidc' ? 'identity-provider' : 'password',
        }),
      signOut: ({ token }) => recordSession('session.ended', token?.userId ?? '', {}),
    },
    logger: {
      error: (code, metadata) => log.error('sign-in failed', { code, cause: causeOf(metadata) }),
      warn: (code) => log.warn('sign-in', { code }),
      debug: () => undefined,
    },
  }
}

const password = (device: DeviceCookie) =>
  CredentialsProvider({
    credentials: { email: {}, password: {} },
    async authorize(input, request) {
      try {
        const address = clientAddress(request.headers?.['x-forwarded-for'])
        const user = await checkCredentials(input, address, device.given)
        if (user) device.remember(rememberDevice(device.given, user))
        return user
      } catch (error) {
        // The message becomes a query parameter of the sign-in page, which knows these codes only.
        if (error instanceof AppError && error.code === 'throttled')
          throw new Error(`throttled:${String(error.extra.data?.seconds)}`)
        log.error('sign-in failed', { cause: causeOf(error) })
        throw new Error('unavailable')
      }
    },
  })

function causeOf(error: unknown): string {
  if (error instanceof Error) return error.stack ?? error.message
  if (typeof error === 'object' && error !== null && 'error' in error) return causeOf(error.error)
  return String(error)
}
