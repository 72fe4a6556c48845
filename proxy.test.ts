import { NextRequest } from 'next/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { STRICT_TRANSPORT } from '@/lib/platform/server/strict-transport'
import next from './next.config.js'
import { config, contentSecurityPolicy, proxy } from './proxy'

const visit = (headers: Record<string, string> = {}) =>
  proxy(new NextRequest('http://assay.test/projects', { headers }))
const matches = (path: string) => config.matcher.some((pattern) => new RegExp(`^${pattern}$`).test(path))

describe('proxy', () => {
  it('gives the page and its renderer the same policy, with a new nonce each time', () => {
    const [first, second] = [visit(), visit()]
    const policy = first.headers.get('content-security-policy')
    expect(first.headers.get('x-middleware-request-content-security-policy')).toBe(policy)
    expect(policy).toContain(`'nonce-${first.headers.get('x-middleware-request-x-nonce')}'`)
    expect(second.headers.get('content-security-policy')).not.toBe(policy)
  })

  it('allows no inline script, no foreign script, no frame', () => {
    const directives = new Map(
      contentSecurityPolicy('abc', false)
        .split('; ')
        .map((directive) => [directive.slice(0, directive.indexOf(' ')), directive.slice(directive.indexOf(' ') + 1)]),
    )
    expect(directives.get('script-src')).toBe("'self' 'nonce-abc' 'strict-dynamic'")
    expect(directives.get('frame-ancestors')).toBe("'none'")
    expect(directives.get('object-src')).toBe("'none'")
  })

  it('names the request for the page and the reader alike, as the one in front did where that is a name', () => {
    const named = visit({ 'x-request-id': 'edge-1:42' })
    expect(named.headers.get('x-request-id')).toBe('edge-1:42')
    expect(named.headers.get('x-middleware-request-x-request-id')).toBe('edge-1:42')
    const other = visit({ 'x-request-id': 'two words"' }).headers
    expect(other.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(other.get('x-middleware-request-x-request-id')).toBe(other.get('x-request-id'))
  })

  it('tells other sites nothing of where a link came from', () => {
    expect(visit().headers.get('referrer-policy')).toBe('same-origin')
  })

  it.each([
    ['https://assay.test', 'max-age=31536000'],
    ['http://127.0.0.1:3000', null],
  ])('at %s asks browsers for https from then on: %s', (address, expected) => {
    vi.stubEnv('NEXTAUTH_URL', address)
    expect(visit().headers.get('strict-transport-security')).toBe(expected)
    vi.unstubAllEnvs()
  })

  it.each([
    ['/', true],
    ['/invitations/secret', true],
    ['/apiary', true],
    ['/api/projects', false],
    ['/_next/static/chunk.js', false],
  ])('concerns %s: %s', (path, expected) => {
    expect(matches(path)).toBe(expected)
  })
})

describe('a name that is not that of NEXTAUTH_URL', () => {
  const address = 'http://127.0.0.1:3000'
  beforeEach(() => void vi.stubEnv('NEXTAUTH_URL', address))
  afterEach(() => void vi.unstubAllEnvs())
  const open = (host: string, path = '/projects', said: Record<string, string> = {}) =>
    proxy(new NextRequest(`${address}${path}`, { headers: { host, ...said } }))

  it.each(['rebound.example:3000', '192.168.1.5:3000', '127.0.0.1:3001'])('shows no page: %s', async (host) => {
    for (const path of ['/projects', '/setup', '/sign-in']) {
      const refused = open(host, path, { 'x-forwarded-host': '127.0.0.1:3000' })
      expect(refused.status).toBe(421)
      expect(refused.headers.get('x-middleware-next')).toBeNull()
      expect(refused.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      const text = await refused.text()
      expect(text).toContain('set NEXTAUTH_URL to it')
      expect(text).not.toContain('127.0.0.1')
    }
  })

  it.each(['127.0.0.1:3000', 'localhost:3000', '[::1]:3000'])('is none of these: %s', (host) => {
    expect(open(host).headers.get('x-middleware-next')).toBe('1')
  })
})

it('leads mail programs that send the link in an e-mail on to what stops them, and nobody who opens it', () => {
  const ask = (method: string) => proxy(new NextRequest('http://assay.test/unsubscribe/x.y', { method }))
  expect(ask('POST').headers.get('x-middleware-rewrite')).toBe('http://assay.test/api/unsubscribe/x.y')
  expect(ask('GET').headers.get('x-middleware-next')).toBe('1')
})

describe('a page that shows answers', () => {
  const open = (path: string, site: string) =>
    proxy(new NextRequest(`http://assay.test${path}`, { headers: { 'sec-fetch-site': site } }))
  const isPassedOn = (response: Response) => response.headers.get('x-middleware-next') === '1'

  it.each([
    '/projects/p/items',
    '/projects/p/items/i',
    '/projects/p/agreement/s/label',
    '/projects/p/checks',
    '/projects/p/dataset',
    '/projects/p/evaluation/errors',
    '/projects/p/prefill/anchoring',
    '/projects/p/releases/1',
    '/projects/p/tasks/t/consolidate',
    '/projects/p/tasks/t/timeline',
  ])('is not opened by another site without a word: %s', async (path) => {
    for (const site of ['cross-site', 'same-site']) {
      const asked = open(path, site)
      expect(isPassedOn(asked)).toBe(false)
      expect(await asked.text()).toContain(`<a href="${path}">`)
      expect(asked.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(asked.headers.get('cache-control')).toBe('no-store')
    }
    for (const site of ['same-origin', 'none']) expect(isPassedOn(open(path, site))).toBe(true)
    expect(isPassedOn(proxy(new NextRequest(`http://assay.test${path}`)))).toBe(true)
  })

  it.each(['/', '/projects', '/projects/p', '/projects/p/tasks/t/annotate', '/invitations/x', '/releases/x'])(
    'and no other is asked about: %s',
    (path) => expect(isPassedOn(open(path, 'cross-site'))).toBe(true),
  )

  it('leads on to the address that was asked for, and to nothing else', async () => {
    const text = await open('/projects/p/items?q="><script>alert(1)</script>&x=1', 'cross-site').text()
    expect(text).not.toContain('<script')
    expect(text).toMatch(/<a href="\/projects\/p\/items\?q=[^"<>]*&amp;x=1">/)
  })
})

it('files of the build and of `public` say what pages say of their type and of https', async () => {
  const [sniffing, https] = (await next.headers?.()) ?? []
  expect(sniffing).toMatchObject({ source: '/:path*', headers: [{ key: 'x-content-type-options', value: 'nosniff' }] })
  expect(https).toMatchObject({
    source: '/:path*',
    has: [{ key: 'x-forwarded-proto', value: 'https' }],
    headers: [{ key: 'strict-transport-security', value: STRICT_TRANSPORT }],
  })
})
