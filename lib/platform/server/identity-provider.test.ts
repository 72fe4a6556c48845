import { describe, expect, it } from 'vitest'
import { completeClaims } from './identity-provider'

const idToken = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
const unasked = () => Promise.reject(new Error('not to be asked'))

describe('completeClaims', () => {
  it('asks nobody when the identity token names an e-mail address', async () => {
    const claims = { sub: 'a', email: 'a@example.org', email_verified: true }
    expect(await completeClaims(idToken(claims), unasked)).toEqual(claims)
  })

  it('adds what the user-info endpoint says, without overriding the signed token', async () => {
    const info = { sub: 'a', email: 'a@example.org', email_verified: true, iss: 'https://other.example' }
    const claims = await completeClaims(idToken({ sub: 'a', iss: 'https://id.example' }), async () => info)
    expect(claims).toEqual({ sub: 'a', iss: 'https://id.example', email: 'a@example.org', email_verified: true })
  })

  it('refuses an answer about somebody else', async () => {
    const info = async () => ({ sub: 'b', email: 'b@example.org', email_verified: true })
    await expect(completeClaims(idToken({ sub: 'a' }), info)).rejects.toThrow('another subject')
  })
})
