import { createSign, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NextApiRequest, NextApiResponse } from 'next'
import NextAuth from 'next-auth'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { withDeviceCookie } from '@/lib/platform/server/device-cookie'
import { identify } from '@/lib/platform/server/identify'
import { makeUser } from '@/tests/factories'
import { emptyTables } from '@/tests/support/empty-tables'
import { storedPassword } from '@/tests/support/stored-password'
import { authOptions } from './auth-options'

const PASSWORD = 'amber lantern river'

// ---- an identity provider that says what a test tells it to say
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
let claims: Record<string, unknown> = {}
let nonce = ''

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
function idToken() {
  const now = Math.floor(Date.now() / 1000)
  const { email: _email, email_verified: _verified, ...signed } = claims
  const body = { iss: issuer, aud: 'assay', iat: now, exp: now + 60, nonce, ...signed }
  const text = `${encode({ alg: 'RS256', kid: 'k1' })}.${encode(body)}`
  return `${text}.${createSign('RSA-SHA256').update(text).sign(keys.privateKey).toString('base64url')}`
}

const provider = createServer((request, response) => {
  const answers: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
    }),
    '/jwks': () => ({ keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }] }),
    '/token': () => ({ access_token: 'access', token_type: 'Bearer', id_token: idToken() }),
    '/userinfo': () => claims,
  }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[request.url ?? '']?.() ?? {}))
})
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
Object.assign(process.env, {
  NEXTAUTH_URL: 'http://assay.test',
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: 'assay',
  OIDC_CLIENT_SECRET: 'secret',
})
afterAll(() => provider.close())

// ---- a browser that keeps cookies, and what next-auth needs of a response
class Answer {
  headers = new Map<string, string>()
  setCookie: string[] = []
  body: unknown

  status() {
    return this
  }
  getHeader() {
    return this.setCookie
  }
  setHeader(name: string, value: string | string[]) {
    if (typeof value === 'string') this.headers.set(name.toLowerCase(), value)
    else this.setCookie = value
    return this
  }
  end() {
    return this
  }
  send(body: unknown) {
    this.body = body
  }
}

class Browser {
  cookies: Record<string, string> = {}
  /** The cookie by which accounts know this browser, as it was set. */
  device = ''

  async ask(
    action: 'csrf' | 'signin' | 'callback',
    options: { provider?: string; query?: object; body?: object } = {},
  ) {
    const { provider: providerId, query = {}, body } = options
    const nextauth = providerId ? [action, providerId] : [action]
    const method = body ? 'POST' : 'GET'
    const request = { query: { ...query, nextauth }, method, body, cookies: this.cookies, headers: {} }
    const answer = new Answer()
    const sent = new Headers({ cookie: this.device.split(';')[0] ?? '' })
    const { headers } = await withDeviceCookie(sent, async (device) => {
      await NextAuth(request as unknown as NextApiRequest, answer as unknown as NextApiResponse, authOptions(device))
      return new Response()
    })
    this.device = headers.get('set-cookie') ?? this.device
    for (const cookie of answer.setCookie) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      this.cookies[name] = decodeURIComponent(value)
    }
    return { redirect: answer.headers.get('location') ?? '', body: answer.body }
  }

  async csrf() {
    const { body } = await this.ask('csrf')
    return { csrfToken: String(Object(body).csrfToken) }
  }

  async signInWithPassword(email: string | null, password: string) {
    const body = { ...(await this.csrf()), email, password, callbackUrl: '/projects' }
    return this.ask('callback', { provider: 'credentials', body })
  }

  async signInWithProvider() {
    const away = await this.ask('signin', {
      provider: 'oidc',
      body: { ...(await this.csrf()), callbackUrl: '/projects' },
    })
    const address = new URL(away.redirect)
    nonce = address.searchParams.get('nonce') ?? ''
    const query = { code: 'code', state: address.searchParams.get('state') }
    return { address, answer: await this.ask('callback', { provider: 'oidc', query }) }
  }

  whoAmI() {
    const cookie = Object.entries(this.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    return identify(new Headers({ cookie }))
  }
}

/** As many wrong passwords would: the next attempts in browsers that the account does not know wait. */
const makeWait = () =>
  prisma().throttle.updateMany({
    where: { key: { startsWith: 'sign-in:account' } },
    data: { freeAt: new Date(Date.now() + 600_000) },
  })

beforeEach(async () => {
  await emptyTables('users', 'throttles')
})

describe('a password', () => {
  it('opens a session that names nothing but the account', async () => {
    const user = await makeUser({ passwordHash: storedPassword(PASSWORD) })
    const browser = new Browser()
    expect((await browser.signInWithPassword(user.email, PASSWORD)).redirect).toBe('http://assay.test/projects')
    expect(await browser.whoAmI()).toMatchObject({ userId: user.id, via: 'session' })
    await prisma().user.update({ where: { id: user.id }, data: { sessionVersion: 2 } })
    expect(await browser.whoAmI()).toBeNull()
  })

  it('that is wrong opens none, and says so in a code', async () => {
    const user = await makeUser({ passwordHash: storedPassword(PASSWORD) })
    const browser = new Browser()
    const { redirect } = await browser.signInWithPassword(user.email, 'wrong')
    expect(new URL(redirect).searchParams.get('error')).toBe('CredentialsSignin')
    expect(await browser.whoAmI()).toBeNull()
  })

  it('is not looked at while attempts from here have to wait; the code says for how long', async () => {
    const user = await makeUser({ passwordHash: storedPassword(PASSWORD) })
    const browser = new Browser()
    await browser.signInWithPassword(user.email, 'wrong')
    await makeWait()
    const { redirect } = await browser.signInWithPassword(user.email, PASSWORD)
    expect(new URL(redirect).searchParams.get('error')).toMatch(/^throttled:\d+$/)
    expect(await browser.whoAmI()).toBeNull()
  })

  it('that was right makes the browser known: it does not wait for what others guess, until the password changes', async () => {
    const user = await makeUser({ passwordHash: storedPassword(PASSWORD) })
    const [own, other] = [new Browser(), new Browser()]
    await own.signInWithPassword(user.email, PASSWORD)
    await other.signInWithPassword(user.email, 'wrong')
    expect(own.device).toMatch(/^assay\.device=[\w.-]+; Path=\/api\/auth; Max-Age=15552000; HttpOnly; SameSite=Lax$/)
    expect(own.device).not.toContain(user.id)
    expect(other.device).toBe('')
    await makeWait()
    expect((await other.signInWithPassword(user.email, PASSWORD)).redirect).toContain('throttled')
    expect((await own.signInWithPassword(user.email, PASSWORD)).redirect).toBe('http://assay.test/projects')
    await prisma().user.update({ where: { id: user.id }, data: { sessionVersion: 2 } })
    expect((await own.signInWithPassword(user.email, PASSWORD)).redirect).toContain('throttled')
  })

  it('sent without the page’s own token is not looked at', async () => {
    const user = await makeUser({ passwordHash: storedPassword(PASSWORD) })
    const browser = new Browser()
    await browser.ask('callback', { provider: 'credentials', body: { email: user.email, password: PASSWORD } })
    expect(await browser.whoAmI()).toBeNull()
  })
})

describe('the identity provider', () => {
  it('is asked with state, nonce and PKCE, and opens a session for a verified e-mail', async () => {
    const user = await makeUser({ email: 'grace@example.org' })
    claims = { sub: 'subject-1', email: 'grace@example.org', email_verified: true }
    const browser = new Browser()
    const { address, answer } = await browser.signInWithProvider()
    expect(address.origin + address.pathname).toBe(`${issuer}/authorize`)
    expect(address.searchParams.get('scope')).toBe('openid email profile')
    expect(address.searchParams.get('redirect_uri')).toBe('http://assay.test/api/auth/callback/oidc')
    for (const check of ['state', 'nonce', 'code_challenge']) expect(address.searchParams.get(check)).toMatch(/.{20,}/)
    expect(answer.redirect).toBe('http://assay.test/projects')
    expect(await browser.whoAmI()).toMatchObject({ userId: user.id })
  })

  it('opens nothing for a stranger, who is told so', async () => {
    await makeUser()
    claims = { sub: 'subject-2', email: 'stranger@example.org', email_verified: true }
    const browser = new Browser()
    expect((await browser.signInWithProvider()).answer.redirect).toBe('/sign-in?error=stranger')
    expect(await browser.whoAmI()).toBeNull()
    expect(await prisma().user.count()).toBe(1)
  })

  it('opens nothing with a token made for another sign-in', async () => {
    await makeUser({ email: 'grace@example.org' })
    claims = { sub: 'subject-1', email: 'grace@example.org', email_verified: true, nonce: 'of another sign-in' }
    const browser = new Browser()
    const { answer } = await browser.signInWithProvider()
    expect(new URL(answer.redirect).searchParams.get('error')).toBe('OAuthCallback')
    expect(await browser.whoAmI()).toBeNull()
  })
})
