import { describe, expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { identify } from '@/lib/platform/server/identify'
import { actorOf } from '@/tests/actors'
import { makeUser } from '@/tests/factories'
import { createToken } from './create-token'
import { listTokens } from './queries'
import { revokeToken } from './revoke-token'

const bearer = (secret: string) => new Headers({ authorization: `Bearer ${secret}` })
const create = (user: Parameters<typeof actorOf>[0], days: number | null = null) =>
  createToken(actorOf(user), { name: 'laptop', days })

describe('a personal token', () => {
  it('identifies its owner, is recognisable, and is kept as a hash only', async () => {
    const user = await makeUser()
    const { token, secret } = await create(user)
    expect(secret).toMatch(/^assay_[\w-]{43}$/)
    expect(token).toMatchObject({ name: 'laptop', prefix: secret.slice(0, 10), expiresAt: null, lastUsedAt: null })
    expect(await identify(bearer(secret))).toEqual({ userId: user.id, name: user.name, isAdmin: false, via: 'token' })
    expect((await listTokens(actorOf(user))).tokens[0]?.lastUsedAt).toEqual(expect.any(String))
    expect(JSON.stringify(await prisma().apiToken.findMany())).not.toContain(secret)
  })

  it('stops working when revoked, which happens once', async () => {
    const user = await makeUser()
    const { token, secret } = await create(user)
    const revoke = () => revokeToken(actorOf(user), token.id)
    const results = await Promise.allSettled([revoke(), revoke()])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await identify(bearer(secret))).toBeNull()
    expect((await listTokens(actorOf(user))).tokens).toEqual([])
    const told = await prisma().event.findMany({ where: { actorId: user.id }, orderBy: { id: 'asc' } })
    expect(told.map(({ type, data }) => [type, data])).toEqual([
      ['token.created', { tokenId: token.id, name: 'laptop' }],
      ['token.revoked', { tokenId: token.id }],
    ])
  })

  it('stops working when it expires or its owner is deactivated', async () => {
    const user = await makeUser()
    const { token, secret } = await create(user, 1)
    expect(await identify(bearer(secret))).not.toBeNull()
    await prisma().apiToken.update({ where: { id: token.id }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect(await identify(bearer(secret))).toBeNull()
    const lasting = await create(user)
    await prisma().user.update({ where: { id: user.id }, data: { deactivatedAt: new Date() } })
    expect(await identify(bearer(lasting.secret))).toBeNull()
  })

  it('is nobody else’s to see or revoke', async () => {
    const [user, other] = [await makeUser(), await makeUser({ isAdmin: true })]
    const { token, secret } = await create(user)
    expect((await listTokens(actorOf(other))).tokens).toEqual([])
    await expect(revokeToken(actorOf(other), token.id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await identify(bearer(secret))).not.toBeNull()
  })
})
