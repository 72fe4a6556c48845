import 'server-only'
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { decode } from 'next-auth/jwt'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { askFirst } from './db'
import { env } from './env'
import { bearerIn, cookieIn } from './read-credential'
import { loadProtocolsUpTo, NEWEST_PROTOCOL } from './stored-protocols'

/** Whom a session's cookie names. That this still holds, the account says: `accountStands`. */
export interface SessionClaim {
  userId: string
  sessionVersion: number
}

/**
 * Decrypting a session costs more than the rest of a request, so the result is kept for a while per cookie: what a cookie says never changes. When
 * it ends and whether its account stands is asked each time.
 */
const sessions = new LRUCache<string, SessionClaim & { expires: number }>({
  max: 5000,
  ttl: 10 * 60_000,
})

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The name of next-auth's session cookie under the current origin. */
export const sessionCookieName = () =>
  `${env().NEXTAUTH_URL?.startsWith('https://') ? '__Secure-' : ''}next-auth.session-token`

/**
 * Who sends these headers, or null. The account is read on every request: a deactivation, a password change or a
 * changed administrator right bites at once, on every replica. Protocols of files that were stored since are loaded with it.
 */
export async function identify(headers: Headers): Promise<Actor | null> {
  const { bearer, cookie } = credentialOf(headers)
  if (bearer) return byToken(bearer)
  return cookie ? bySession(cookie) : null
}

/** What these headers show of who sends them; '' for what they do not. A token goes before a cookie. */
export function credentialOf(headers: Headers): { bearer: string; cookie: string } {
  const bearer = bearerIn(headers.get('authorization') ?? '')
  return { bearer, cookie: bearer ? '' : cookieIn(headers.get('cookie') ?? '', sessionCookieName()) }
}

/**
 * Whom the session's cookie of these headers names, where it was decrypted a moment ago; null otherwise. Nothing is asked of the database: what
 * uses a claim has to confirm it, with `accountStands`, in the very statement that acts on it.
 */
export function claimOf(headers: Headers): SessionClaim | null {
  const { cookie } = credentialOf(headers)
  const session = cookie ? sessions.get(cookie) : undefined
  return session && session.expires >= Date.now() ? session : null
}

/** The condition on `users u` that a session stands: nobody has deactivated the account, nor ended its sessions since. */
export const accountStands = ({ userId, sessionVersion }: SessionClaim): Prisma.Sql =>
  Prisma.sql`u.id = ${userId}::uuid and u.session_version = ${sessionVersion}::int and u.deactivated_at is null`

/** The same as text, for statements whose first two parameters are the person and the version of their sessions. */
export const ACCOUNT_STANDS = accountStands({ userId: '', sessionVersion: 0 }).text

async function bySession(cookie: string): Promise<Actor | null> {
  let session = sessions.get(cookie)
  if (!session) {
    const jwt = await decode({ token: cookie, secret: env().NEXTAUTH_SECRET }).catch(() => null)
    if (!jwt?.userId || !jwt.sessionVersion) return null
    session = { userId: jwt.userId, sessionVersion: jwt.sessionVersion, expires: Number(jwt.exp ?? 0) * 1000 }
    sessions.set(cookie, session)
  }
  if (session.expires < Date.now()) return null
  const { rows } = await askFirst<{ name: string; is_admin: boolean; protocols: number | null }>({
    name: 'identify-session',
    text: `select name, is_admin, ${NEWEST_PROTOCOL} protocols from users u where ${ACCOUNT_STANDS}`,
    values: [session.userId, session.sessionVersion],
  })
  const user = rows[0]
  if (!user) return null
  await loadProtocolsUpTo(user.protocols)
  return { userId: session.userId, name: user.name, isAdmin: user.is_admin, via: 'session' }
}

async function byToken(token: string): Promise<Actor | null> {
  const { rows } = await askFirst<{ id: string; name: string; is_admin: boolean; protocols: number | null }>({
    name: 'identify-token',
    text: `with t as (
             update api_tokens set last_used_at = now()
             where token_hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())
             returning user_id)
           select u.id, u.name, u.is_admin, ${NEWEST_PROTOCOL} protocols from t join users u on u.id = t.user_id where u.deactivated_at is null`,
    values: [sha256(token)],
  })
  const user = rows[0]
  if (!user) return null
  await loadProtocolsUpTo(user.protocols)
  return { userId: user.id, name: user.name, isAdmin: user.is_admin, via: 'token' }
}
