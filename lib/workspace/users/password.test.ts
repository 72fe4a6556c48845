import { describe, expect, it } from 'vitest'
import { hashPassword, NO_PASSWORD, verifyPassword } from './password'

describe('password', () => {
  it('is verified against its own hash only', async () => {
    const stored = await hashPassword('correct horse battery')
    expect(await verifyPassword('correct horse battery', stored)).toBe(true)
    expect(await verifyPassword('correct horse batterz', stored)).toBe(false)
  })

  it('is salted: the same password never hashes to the same text', async () => {
    expect(await hashPassword('correct horse battery')).not.toBe(await hashPassword('correct horse battery'))
  })

  it('is the same however its characters were composed', async () => {
    const stored = await hashPassword('caf\u00e9 au lait')
    expect(await verifyPassword('cafe\u0301 au lait', stored)).toBe(true)
  })

  it('states its cost, at least 32 MiB, in the stored text', async () => {
    const [scheme, N, r] = (await hashPassword('x')).split('$')
    expect(scheme).toBe('scrypt')
    expect(128 * Number(N) * Number(r)).toBe(32 * 1024 * 1024)
  })

  it.each([
    ['the hash of unknown accounts', NO_PASSWORD],
    ['a hash of another scheme', 'bcrypt$12$8$1$AAAA$AAAA'],
    ['an empty text', ''],
  ])('is refused by %s', async (_, stored) => {
    expect(await verifyPassword('', stored)).toBe(false)
  })
})
