import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_QUOTE } from '@/lib/automation/evidence/rules'
import { isStorable } from '@/lib/platform/api/input'
import { linkProblem } from '@/lib/protocols/links'
import { codePointLength } from '@/lib/text/code-points'
import { bookmarkAddress, clipMessageSchema, readClip } from './contract'

const hashOf = (sent: Record<string, string>) => `#${new URLSearchParams(sent)}`
const PAGE = { address: 'https://www.example.org/a?b=c#d', title: 'Arden', words: 'It has seven floors.' }

describe('what stands behind the address', () => {
  it('is taken as it was sent', () => {
    expect(readClip(hashOf(PAGE))).toEqual({ ...PAGE, cut: false })
  })

  it.each(['', '#', '#search', '#%', '#%E0%A4%A', '#address=', '#address=%00&words=%0A', '#title=Only'])(
    'is nothing in %j',
    (hash) => expect(readClip(hash)).toBeNull(),
  )

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'https://',
    'https://ada:secret@example.org/',
    'about:blank',
    `https://example.org/${'a'.repeat(3000)}`,
  ])('carries no address like %.40s', (address) => {
    expect(readClip(hashOf({ ...PAGE, address }))?.address).toBe('')
  })

  it('loses what cannot be stored or turns text around, and keeps lines', () => {
    const words = 'one\u0000\u202etwo\r\n\tthree\ud83d \u2066four\u2069'
    const clip = readClip(hashOf({ ...PAGE, title: ' a\n\u202e  b ', words }))
    expect(clip).toMatchObject({ title: 'a b', words: 'onetwo\n\tthree\ufffd four' })
    expect(readClip('#words=a%FFb')?.words).toBe('a\ufffdb')
  })

  it('writes signs of an address that turn text around as what they are', () => {
    expect(readClip(hashOf({ ...PAGE, address: 'https://example.org/\u202egpj.exe' }))?.address).toBe(
      'https://example.org/%E2%80%AEgpj.exe',
    )
  })

  it('is cut where it is too long for a quotation, and says so', () => {
    const clip = readClip(hashOf({ ...PAGE, words: '🗼'.repeat(MAX_QUOTE + 1) }))
    expect([clip?.cut, codePointLength(clip?.words ?? '')]).toEqual([true, MAX_QUOTE])
  })

  it('can be anything: what is read can be stored, and its address opened', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (address, words) => {
        for (const hash of [`#${address}`, `#address=${address}&words=${words}`, hashOf({ address, words })]) {
          const clip = readClip(hash)
          if (!clip) continue
          expect(isStorable({ ...clip })).toBe(true)
          expect(clip.address === '' || linkProblem(clip.address) === null).toBe(true)
        }
      }),
      { numRuns: 50 },
    )
  })
})

it('is sent by a bookmark that names the page of this origin and nothing else', () => {
  const address = bookmarkAddress('https://assay.example')
  expect(address).toMatch(/^javascript:[^\s"'<>]+$/)
  expect(decodeURIComponent(address)).toContain('"https://assay.example/add-evidence"')
})

describe('messages between tabs', () => {
  const add = { kind: 'add', tab: 't', userId: 'u', unit: 's1', address: PAGE.address, quote: 'a', query: '' }
  it.each([
    null,
    'add',
    { kind: 'remove' },
    { ...add, address: 'javascript:alert(1)' },
    { ...add, quote: 'a'.repeat(MAX_QUOTE + 1) },
    { ...add, unit: 1 },
    { ...add, unit: 'u'.repeat(101) },
  ])('of another shape are not heard: %.60j', (message) => {
    expect(clipMessageSchema.safeParse(message).success).toBe(false)
  })
  it('of this shape are', () => expect(clipMessageSchema.safeParse(add).success).toBe(true))
})
