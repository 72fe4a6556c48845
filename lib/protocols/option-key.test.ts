import fc from 'fast-check'
import { expect, test } from 'vitest'
import { optionKey, optionKeys } from './option-key'

test('keys stay what they were: they are stored', () => {
  expect([optionKey(''), optionKey('The river rises in spring.', 1), optionKey('نص', 2)]).toMatchInlineSnapshot(`
    [
      "oli5lq7a5rn",
      "ox9u4wjasqx",
      "o6wtjgqn86e",
    ]
  `)
})

test('keys are alike in shape, whatever they stand for', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
      for (const key of optionKeys(texts)) expect(key).toMatch(/^o[0-9a-z]{10}$/)
    }),
  )
})

test('equal texts have different keys', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('', 'A.', 'B.'), { maxLength: 20 }), (texts) => {
      expect(new Set(optionKeys(texts)).size).toBe(texts.length)
    }),
  )
})

test('a key does not tell the place: in any other order each text has the key that it had', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string()), fc.nat(), (texts, turn) => {
      const at = texts.length === 0 ? 0 : turn % texts.length
      const turned = [...texts.slice(at), ...texts.slice(0, at)]
      const keys = new Map(optionKeys(texts).map((key, index) => [texts[index], key]))
      expect(optionKeys(turned)).toEqual(turned.map((text) => keys.get(text)))
    }),
  )
})

test('sorting by keys puts no place first', () => {
  const firsts = Array.from({ length: 400 }, (_, item) => {
    const keys = optionKeys([0, 1, 2, 3].map((index) => `Answer ${index} to question ${item}.`))
    return keys.indexOf([...keys].sort()[0] ?? '')
  })
  for (const place of [0, 1, 2, 3]) {
    const share = firsts.filter((first) => first === place).length / firsts.length
    expect(share).toBeGreaterThan(0.15)
    expect(share).toBeLessThan(0.35)
  }
})
