import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COMMON_ENGINES, engineAddress, engineProblem, engineSchema, engineTitle, LONGEST_ENGINE } from './rules'

const ENGINE = 'https://www.example.org/search?q=%s&lang=en'

describe('the address of a search engine', () => {
  it.each([ENGINE, 'https://example.org/find/%s', 'https://example.org/#%s', 'https://example.org:8443/?a=%s&b=%s'])(
    'is %s',
    (address) => expect(engineProblem(address)).toBeNull(),
  )

  it.each([
    ['', 'begins with https://'],
    ['http://example.org/?q=%s', 'begins with https://'],
    ['javascript:alert(%s)//https://', 'begins with https://'],
    ['data:text/html,%s', 'begins with https://'],
    ['//example.org/?q=%s', 'begins with https://'],
    ['https://example.org/search?q=', 'Write %s where the query goes'],
    ['https://example.org/{searchTerms}', 'Write %s where the query goes'],
    ['https://%s/', 'after the name of the site'],
    ['https://example.org%s/', 'after the name of the site'],
    ['https://%s.example.org/?q=%s', 'after the name of the site'],
    ['https://example.org:%s/', 'not a complete web address'],
    ['https://ada:secret@example.org/?q=%s', 'user name or password'],
    ['https://%s@example.org/', 'user name or password'],
    ['https://example.org/?q=%s and', 'cannot contain blanks'],
    ['https://example.org/\n?q=%s', 'cannot contain blanks'],
    [`https://example.org/${'a'.repeat(LONGEST_ENGINE)}?q=%s`, `at most ${LONGEST_ENGINE}`],
  ])('is not %j', (address, problem) => expect(engineProblem(address)).toContain(problem))

  it('is right for every engine of the list, each once', () => {
    expect(COMMON_ENGINES.map(({ address }) => engineProblem(address)).filter(Boolean)).toEqual([])
    expect(new Set(COMMON_ENGINES.map(({ address }) => address)).size).toBe(COMMON_ENGINES.length)
  })

  it('is sent without blanks around it, or taken back', () => {
    expect(engineSchema.parse(`  ${ENGINE} `)).toBe(ENGINE)
    expect(engineSchema.parse(null)).toBeNull()
    expect(engineSchema.safeParse('').success).toBe(false)
  })
})

describe('a search', () => {
  it('carries any query to the site of the engine, unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (query) => {
        const address = new URL(engineAddress(ENGINE, query))
        expect(address.origin).toBe('https://www.example.org')
        expect(address.searchParams.get('q')).toBe(query.toWellFormed())
        expect(address.searchParams.get('lang')).toBe('en')
      }),
    )
  })

  it('takes signs of replacement in a query as they are, and halves of character pairs as unknown', () => {
    expect(engineAddress('https://example.org/?q=%s', "$& $1 $' %s \ud83d")).toBe(
      "https://example.org/?q=%24%26%20%241%20%24'%20%25s%20%EF%BF%BD",
    )
  })
})

it('is called by its common name, else by its host', () => {
  expect(engineTitle('https://duckduckgo.com/?q=%s')).toBe('DuckDuckGo')
  expect(engineTitle(ENGINE)).toBe('example.org')
})
