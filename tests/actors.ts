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

/** A cookie header that signs the person in, minted rather than asked for. */
export async function sessionFor(user: Person): Promise<string> {
  const token = await encode({
    token: { userId: user.id, sessionVersion: user.sessionVersion, name: user.name },
    secret: env().NEXTAUTH_SECRET,
    maxAge: 3600,
  })
  return `${sessionCookieName()}=${token}`
}
