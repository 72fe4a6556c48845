import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Json } from '@/lib/protocols/protocol'
import {
  hashOf,
  holdsText,
  soughtTexts,
  stringsIn,
  withoutTexts,
  withoutTextsInJson,
  withoutTextsInSource,
} from './texts'

vi.mock('node:crypto', { spy: true })

/** The first begin with the second character of an escape sequence; the others have characters that JSON escapes, or may. */
const TEXTS = [
  'never was an octopus seen at such a depth',
  'two whales dive deeper than a mile',
  'rarely does the “blue” light reach it',
  'before that, nobody had looked',
  'fathoms: "a hundred and more" \\ they said',
  'u00e9 stands for é, says my grandmother',
  'ünder\tthe ice\nand “far” from here 🐙',
]
const SOUGHT = soughtTexts(TEXTS)

/** Of texts, and of what stands before them: line breaks, tabs, backslashes, quotes. */
const said = fc
  .array(fc.oneof(fc.constantFrom(...TEXTS, '\n', '\t', '\r', '\b', '\f', '\\', '"', 'é', ' '), fc.string()))
  .map((parts) => parts.join(''))

const { value } = fc.letrec<{ value: Json; list: Json; object: Json }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, said, fc.integer(), fc.boolean(), fc.constant(null), tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 4 }) as fc.Arbitrary<Json>,
  object: fc.dictionary(said, tie('value'), { maxKeys: 4 }) as fc.Arbitrary<Json>,
}))

/** What is meant: each string and name without the texts. */
function meant(part: Json): Json {
  if (typeof part === 'string') return withoutTexts(part, SOUGHT)
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map(meant)
  return Object.fromEntries(
    Object.entries(part).map(([key, inner]) => [withoutTexts(key, SOUGHT), meant(inner ?? null)]),
  )
}

/** A string as a writer may write it: what is no ASCII as escape sequences, or as it is. */
const literalOf = (text: string, isAscii: boolean): string => {
  const literal = JSON.stringify(text)
  if (!isAscii) return literal
  return literal.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

describe('texts are taken out of JSON', () => {
  test('as values, wherever they stand in it, and what is left is JSON', () => {
    fc.assert(
      fc.property(value, fc.nat(2), (whole, indent) => {
        expect(JSON.parse(withoutTextsInJson(JSON.stringify(whole, null, indent), SOUGHT))).toEqual(meant(whole))
      }),
    )
  })

  test('and no text of them is in any value afterwards, also of JSON within a string', () => {
    const texts = TEXTS.filter((text) => !/["\\]/.test(text))
    fc.assert(
      fc.property(value, (inner) => {
        const left = withoutTextsInJson(JSON.stringify({ content: JSON.stringify(inner) }), soughtTexts(texts))
        const content: Json = JSON.parse(JSON.parse(left).content)
        expect(stringsIn(content).filter((each) => texts.some((text) => each.includes(text)))).toEqual([])
      }),
    )
  })

  test('while numbers, spaces and every string without one stay as they were written', () => {
    const number = fc.constantFrom('1.0', '12345678901234567890', '1e5', '-0', '0.10', '1E+2', 'true', 'null')
    const space = fc.constantFrom('', ' ', '\n\t', '\r\n')
    const entry = fc.tuple(space, fc.oneof(number, said), fc.boolean())
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const written = (isLeft: boolean) =>
          `[${entries
            .map(([before, token, isAscii]) => {
              if (/^(-?[\d.eE+]+|true|null)$/.test(token)) return before + token
              const left = withoutTexts(token, SOUGHT)
              return before + (isLeft && left !== token ? JSON.stringify(left) : literalOf(token, isAscii))
            })
            .join(',')}]`
        expect(withoutTextsInJson(written(false), SOUGHT)).toBe(written(true))
      }),
    )
  })

  test.each(['n', 't', 'r', 'b', 'f', 'u00e9'])(
    'not where one seems to begin in the escape sequence of %s',
    (letter) => {
      const text = `${letter} and so it goes on and on`
      const line = `{"a":"\\${letter} and so it goes on and on","b":"${text}","c":"\\\\${text}"}`
      const hash = hashOf(text)
      expect(withoutTextsInJson(line, soughtTexts([text]))).toBe(
        `{"a":"\\${letter} and so it goes on and on","b":"${hash}","c":"\\\\${hash}"}`,
      )
      expect(JSON.parse(withoutTexts(line, soughtTexts([text])))).toMatchObject({ b: hash })
    },
  )

  test('a text that is itself JSON, or quoted, goes as a whole where it is the text of a string', () => {
    for (const text of [
      '[1, 2, 3, 4, 5, 6, 7, 8]',
      '"It was blue", they said',
      '{"a": "b c d e f g h"}',
      '"It was blue, they said"',
    ])
      expect(withoutTextsInJson(JSON.stringify({ text, more: `x ${text}` }), soughtTexts([text]))).toBe(
        JSON.stringify({ text: hashOf(text), more: `x ${hashOf(text)}` }),
      )
  })
})

test('a text is hashed once in a withdrawal, and only if it is found', () => {
  const texts = soughtTexts(TEXTS)
  vi.mocked(createHash).mockClear()
  const lines = Array.from({ length: 50 }, (_, index) => `{"a":"line ${index}","b":"x\\ny"}`)
  for (const line of lines) withoutTextsInJson(line, texts)
  expect(createHash).not.toHaveBeenCalled()
  for (const line of lines) withoutTextsInJson(line.replace('line', TEXTS[0] ?? ''), texts)
  expect(createHash).toHaveBeenCalledTimes(1)
})

describe('a line holds a text', () => {
  const text = 'never was an octopus “seen” there'
  const isIn = (line: string) => holdsText(line, soughtTexts([text]))

  test.each([
    ['as it is', `it ${text}.`],
    ['in JSON', JSON.stringify({ a: `it ${text}` })],
    ['in JSON of ASCII', `{"a":${literalOf(text, true)}}`],
    ['in JSON within a string', JSON.stringify({ a: `{"b":${literalOf(text, true)}}` })],
  ])('%s', (_, line) => expect(isIn(line)).toBe(true))

  test('but not where it seems to begin in an escape sequence', () =>
    expect(isIn(JSON.stringify({ a: 'One.\never was an octopus “seen” there' }))).toBe(false))
})

describe('texts are taken out of YAML and Python', () => {
  const text = 'never was an octopus "seen" there'
  const hash = hashOf(text)
  const clean = (source: string) => withoutTextsInSource(source, soughtTexts([text]))

  test('in strings as JSON writes them, which stay valid', () => {
    const kept = JSON.stringify('One.\never was an octopus "seen" there')
    expect(clean(`LABELS = [${kept}, ${JSON.stringify(`A ${text}`)}]\n`)).toBe(`LABELS = [${kept}, "A ${hash}"]\n`)
  })

  test('and without quotation marks, also beside escape sequences and marks that JSON has not', () =>
    expect(clean(`a: 5" of snow\nb: ${text}\nc: "\\x41 \\'"\nd: 'x'\n`)).toBe(
      `a: 5" of snow\nb: ${hash}\nc: "\\x41 \\'"\nd: 'x'\n`,
    ))
})
