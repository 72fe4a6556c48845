import { NextRequest } from 'next/server'
import { describe, expect, it } from 'vitest'
import { config, contentSecurityPolicy, proxy } from './proxy'

const visit = () => proxy(new NextRequest('http://assay.test/projects'))
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

  it('tells other sites nothing of where a link came from', () => {
    expect(visit().headers.get('referrer-policy')).toBe('same-origin')
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
