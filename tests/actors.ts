import { encode } from 'next-auth/jwt'
import type { Actor } from '@/lib/platform/policy/actor'
import { env } from '@/lib/platform/server/env'
import { sessionCookieName } from '@/lib/platform/server/identify'

interface Person {
  id: string
  name: string
  isAdmin: boolean
  sessionVersion: number
}

/** The person as commands and queries see them. */
export const actorOf = (user: Pick<Person, 'id' | 'name' | 'isAdmin'>): Actor => ({
  userId: user.id,
  name: user.name,
  isAdmin: user.isAdmin,
  via: 'session',
})

const MAX_AGE_SECONDS = 3600
/** Deriving the key and encrypting cost more than most requests that show the cookie. */
const minted = new Map<string, { at: number; cookie: string }>()

/** A cookie header that signs the person in, minted rather than asked for; the same one for a while. */
export async function sessionFor({ id, name, sessionVersion }: Person): Promise<string> {
  const secret = env().NEXTAUTH_SECRET
  const key = JSON.stringify([id, name, sessionVersion, secret, sessionCookieName()])
  const kept = minted.get(key)
  // Tests that turn the clock get another.
  if (kept && Math.abs(Date.now() - kept.at) < (MAX_AGE_SECONDS * 1000) / 2) return kept.cookie
  const at = Date.now()
  const token = await encode({ token: { userId: id, sessionVersion, name }, secret, maxAge: MAX_AGE_SECONDS })
  const cookie = `${sessionCookieName()}=${token}`
  minted.set(key, { at, cookie })
  return cookie
}
