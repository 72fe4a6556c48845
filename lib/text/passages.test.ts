import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePointLength, codePointSlice } from './code-points'
import { slidingPassages } from './passages'
import { tokenChunks } from './token-chunks'

const words = fc.array(
  fc.constantFrom('Rivers', 'flow', '😀', '水', 'ไทย', '3.5', 'é', '\n', 'Dr.', 'end.', '  ', 'ok!'),
  {
    maxLength: 60,
  },
)
const texts = words.map((list) => list.join(' '))
const windows = fc.record({
  window: fc.integer({ min: 1, max: 6 }),
  stride: fc.integer({ min: 1, max: 8 }),
  maxCharacters: fc.integer({ min: 1, max: 80 }),
})

describe('passages', () => {
  it('are stretches of the text, within their limits, that leave no word out', () => {
    fc.assert(
      fc.property(texts, windows, (text, given) => {
        const passages = slidingPassages(text, given)
        const covered = new Set<number>()
        for (const { text: passage, start, end } of passages) {
          expect(codePointSlice(text, start, end)).toBe(passage)
          expect(end - start).toBe(codePointLength(passage))
          expect(end - start).toBeLessThanOrEqual(given.maxCharacters)
          expect(passage.trim()).toBe(passage)
          for (let at = start; at < end; at++) covered.add(at)
        }
        const missing = [...text].filter((point, at) => point.trim() !== '' && !covered.has(at))
        expect(missing).toEqual([])
      }),
    )
  })

  it('go forward, each with something that the one before has not', () => {
    fc.assert(
      fc.property(texts, windows, (text, given) => {
        const passages = slidingPassages(text, given)
        for (const [at, { start, end }] of passages.slice(1).entries()) {
          expect(start).toBeGreaterThan(passages[at]?.start ?? -1)
          expect(end).toBeGreaterThan(passages[at]?.end ?? -1)
        }
      }),
    )
  })

  it('hold as many sentences as asked for, every so many', () => {
    const text = 'One is here. Two is here. Three is here. Four is here. Five is here.'
    const found = slidingPassages(text, { window: 3, stride: 2 }).map((passage) => passage.text)
    expect(found).toEqual(['One is here. Two is here. Three is here.', 'Three is here. Four is here. Five is here.'])
  })

  it('cut a text of one endless line between words', () => {
    const text = 'word '.repeat(30_000)
    const passages = slidingPassages(text, { maxCharacters: 100 })
    expect(passages.every((passage) => /^(?:word ?)+$/.test(passage.text))).toBe(true)
    expect(passages.at(-1)?.end).toBe(text.trimEnd().length)
  })

  it('are not repeated in part where a long sentence follows', () => {
    const found = slidingPassages('水 Rivers Rivers', { window: 2, stride: 1, maxCharacters: 8 })
    expect(found.map((passage) => passage.text)).toEqual(['水 Rivers', 'Rivers'])
    expect(found.map((passage) => passage.start)).toEqual([0, 9])
  })
  it('of nothing but white space are none', () => expect(slidingPassages(' \n\t ')).toEqual([]))
})

describe('chunks of tokens', () => {
  const byLetters = (text: string) => Math.ceil(codePointLength(text) / 3)

  it('put together are the text, none over the limit', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 20 }), (text, most) => {
        const chunks = tokenChunks(text, byLetters, most)
        expect(chunks.map((chunk) => chunk.text).join('')).toBe(text)
        for (const chunk of chunks) {
          expect(byLetters(chunk.text)).toBeLessThanOrEqual(most)
          expect(codePointSlice(text, chunk.start, chunk.end)).toBe(chunk.text)
        }
      }),
    )
  })

  it('are as long as they can be', () => {
    const chunks = tokenChunks('aa bb cc dd ee', (text) => text.trim().split(/\s+/).length, 2)
    expect(chunks.map((chunk) => chunk.text)).toEqual(['aa bb', ' cc dd', ' ee'])
  })

  it('cut a word that alone is too long', () => {
    const chunks = tokenChunks('ab abcdefgh cd', codePointLength, 4)
    expect(chunks.map((chunk) => chunk.text)).toEqual(['ab', ' abc', 'defg', 'h', ' cd'])
  })
})
