import { describe, expect, it } from 'vitest'
import { linkProblem, linksSchema } from './links'

describe('linkProblem', () => {
  it.each([
    'https://example.org',
    'http://example.org:8080/a?b=c#d',
    'HTTPS://EXAMPLE.ORG/',
    'https://пример.рф/страница',
    'https://en.wikipedia.org/wiki/Lion_(disambiguation)',
  ])('allows %s', (url) => {
    expect(linkProblem(url)).toBeNull()
  })

  it.each([
    ['example.org', 'A link begins with http:// or https://.'],
    ['javascript:alert(1)', 'A link begins with http:// or https://.'],
    ['data:text/html,hi', 'A link begins with http:// or https://.'],
    [' https://example.org', 'A link begins with http:// or https://.'],
    ['https://example.org/a b', 'A link cannot contain blanks.'],
    ['https://exam\u0000ple.org', 'A link cannot contain blanks.'],
    ['https://', 'This is not a complete web address.'],
    ['https://me:secret@example.org', 'A link must not carry a user name or password.'],
    ['https://me@example.org', 'A link must not carry a user name or password.'],
    [`https://example.org/${'a'.repeat(2048)}`, 'A link has at most 2048 characters.'],
  ])('refuses %s', (url, problem) => {
    expect(linkProblem(url)).toBe(problem)
  })
})

describe('linksSchema', () => {
  it('takes notes, and nothing else', () => {
    const links = [{ url: 'https://a.example' }, { url: 'https://b.example', note: 'page 3' }]
    expect(linksSchema.parse(links)).toEqual(links)
    expect(linksSchema.safeParse([{ url: 'https://a.example', colour: 'red' }]).success).toBe(false)
    expect(linksSchema.safeParse(Array(51).fill({ url: 'https://a.example' })).success).toBe(false)
  })
})
