/** The door: cookies, waits that tells nothing, and what is written down of it. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import NextAuth from 'next-auth'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { authOptions } from '@/lib/workspace/users/auth-options'
import { checkCredentials } from '@/lib/workspace/users/check-credentials'
import { hashPassword } from '@/lib/workspace/users/password'
import { makeUser } from '@/tests/factories'
import { storedPassword } from '@/tests/support/stored-password'
import { eventually } from '@/tests/support/wait'

const PASSWORD = 'amber lantern river'
const HERE = '192.0.2.1'

beforeEach(async () => {
  await prisma().$executeRaw`truncate throttles`
})

const makePerson = async (given = {}) => makeUser({ passwordHash: storedPassword(PASSWORD), ...given })
const eventsOf = (type: string) => prisma().event.findMany({ where: { type }, select: { data: true, actorId: true } })

/** What next-auth answers to a sign-in, in the form that its own route gets. */
async function signIn(email: string, password: string) {
  const cookies: Record<string, string> = {}
  const ask = async (action: string, provider: string[], body?: object) => {
    let setCookie: string[] = []
    let sent: unknown
    const answer = {
      status: () => answer,
      getHeader: () => setCookie,
      setHeader: (_: string, value: string | string[]) => {
        if (Array.isArray(value)) setCookie = value
        return answer
      },
      end: () => answer,
      send: (value: unknown) => {
        sent = value
      },
      json: (value: unknown) => {
        sent = value
      },
    }
    const method = body ? 'POST' : 'GET'
    const request = { query: { nextauth: [action, ...provider] }, method, body, cookies, headers: {} }
    await NextAuth(request as never, answer as never, authOptions())
    for (const cookie of setCookie) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      cookies[name] = decodeURIComponent(value)
    }
    return { sent, setCookie }
  }
  const { sent } = await ask('csrf', [])
  const { csrfToken } = Object(sent)
  return (await ask('callback', ['credentials'], { csrfToken, email, password, callbackUrl: '/' })).setCookie
}

describe('the session’s cookie', () => {
  it.each([
    ['https://assay.test', '__Secure-next-auth.session-token', true],
    ['http://127.0.0.1:3000', 'next-auth.session-token', false],
  ])('at %s is %s, unseen by scripts, and goes to no other site', async (address, name, isSecure) => {
    const before = env().NEXTAUTH_URL
    env().NEXTAUTH_URL = address
    process.env.NEXTAUTH_URL = address
    const user = await makePerson()
    const cookies = await signIn(user.email ?? '', PASSWORD)
    env().NEXTAUTH_URL = before
    const cookie = cookies.find((each) => each.startsWith(`${name}=`)) ?? ''
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Lax/)
    expect(cookie).toMatch(/; Path=\//)
    expect(/; Secure/.test(cookie)).toBe(isSecure)
    expect(cookie).not.toMatch(/; Domain=/)
  })
})

describe('a wait after wrong passwords', () => {
  const hashing = vi.spyOn(crypto, 'scrypt')
  // Modules that import it by its name see the spy from here on, and after the tests the function itself.
  beforeAll(() => syncBuiltinESMExports())
  afterAll(() => {
    hashing.mockRestore()
    syncBuiltinESMExports()
  })

  /** What a wrong password meets, and what was hashed for it: how often, and at which cost. */
  const attempt = async (email: string) => {
    hashing.mockClear()
    const outcome = await checkCredentials({ email, password: 'not the password' }, HERE).catch(
      ({ code, message }) => `${code} ${message.replace(/\d+/, 'N')}`,
    )
    const spent = hashing.mock.calls.map(([password, salt, bytes, cost]) => {
      return { password, salt: Buffer.byteLength(salt as Buffer), bytes, cost }
    })
    return { outcome, spent }
  }
  const exhaust = () =>
    prisma().throttle.updateMany({
      where: { key: { startsWith: 'sign-in:account' } },
      data: { freeAt: new Date(Date.now() + 600_000) },
    })

  it('is the same in words, in counts and in what it costs, for accounts that there are and others', async () => {
    const user = await makePerson({ passwordHash: await hashPassword(PASSWORD) })
    const spent: unknown[] = []
    for (const email of [user.email ?? '', 'nobody@example.org']) {
      const first = await attempt(email)
      expect(first.outcome).toBeNull()
      spent.push(first.spent)
      await exhaust()
      expect((await attempt(email)).outcome).toBe('throttled Too many attempts. Try again in N seconds.')
    }
    // Both hash the password once, at the same cost.
    const [somebody, nobody] = spent
    expect(somebody).toMatchObject([{ password: 'not the password', salt: 16, bytes: 32, cost: { N: 2 ** 15 } }])
    expect(nobody).toEqual(somebody)
  })

  it('is written down once, without what was typed', async () => {
    const user = await makePerson()
    const mine = async (type: string) => (await eventsOf(type)).filter(({ data }) => Object(data).userId === user.id)
    await attempt(user.email ?? '')
    await exhaust()
    for (let at = 0; at < 3; at++) await attempt(user.email ?? '')
    await eventually(async () =>
      expect(await mine('sign_in.locked')).toEqual([{ actorId: null, data: { by: 'account', userId: user.id } }]),
    )
    await eventually(async () =>
      expect(await mine('sign_in.failed')).toEqual([{ actorId: null, data: { userId: user.id } }]),
    )
    const typed = 'my-own-typo@example.org'
    await attempt(typed)
    await exhaust()
    await attempt(typed)
    const all = JSON.stringify(await prisma().event.findMany({ select: { type: true, data: true, actorId: true } }))
    for (const secret of [typed, 'not the password', HERE]) expect(all).not.toContain(secret)
  })
})

it('whoever comes in is written down', async () => {
  const user = await makePerson()
  await signIn(user.email ?? '', PASSWORD)
  await eventually(async () =>
    expect((await eventsOf('session.started')).filter(({ actorId }) => actorId === user.id)).toEqual([
      { actorId: user.id, data: { how: 'password' } },
    ]),
  )
})
