import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorTypes } from '@/lib/protocols/factor-validation/options'
import { codePointSlice } from '@/lib/text/code-points'
import { applicableTypes, typeOfEdit } from './applicable-types'
import { nearContext } from './candidates'
import { editsByRules } from './contradictions-by-rules'
import { selectDiverse } from './selection'
import { eligibleSentences } from './sentence'

const DOCUMENT = `New Bridge Opens in the Valley

The old bridge over the Arve was closed to all traffic in 1958. It was too old.
The mayor opened a new bridge in 1962 after two years of work.
Opinion: what the valley needs now are more bridges and a railway
Nobody had believed that it would be finished before the winter.`

const LIMITS = { words: 10, prefixWords: 5 }
const texts = (document: string, limits = LIMITS) =>
  eligibleSentences(document, limits).map(({ start, end }) => codePointSlice(document, start, end))

describe('eligible sentences', () => {
  it('are long, no headline, and not the first', () => {
    expect(texts(DOCUMENT)).toEqual([
      'The old bridge over the Arve was closed to all traffic in 1958.',
      'The mayor opened a new bridge in 1962 after two years of work.',
      'Nobody had believed that it would be finished before the winter.',
    ])
    expect(texts(DOCUMENT, { words: 10, prefixWords: 20 })).toHaveLength(2)
    expect(texts('The mayor opened a new bridge in 1962 after two years of work.')).toEqual([])
  })

  it('count in code points', () => {
    const document = `A note 😀 before it all, which is long enough. The mayor opened a new bridge 😀 in 1962 after two years of work.`
    expect(texts(document)).toEqual(['The mayor opened a new bridge 😀 in 1962 after two years of work.'])
  })

  it('are stretches of the document, whatever it is', () => {
    const word = fc.constantFrom(
      'The',
      'mayor',
      'opened',
      'a',
      'bridge.',
      'Then',
      'it',
      'rained',
      '\n',
      '\n\n',
      'Why?',
      '😀',
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 80 }), (words) => {
        const document = words.join(' ')
        for (const text of texts(document, { words: 3, prefixWords: 1 })) {
          expect(document).toContain(text)
          expect(text).toBe(text.trim())
          expect(text).not.toBe('')
        }
      }),
    )
  })
})

describe('kinds of error', () => {
  it.each([
    ['He wept because the bridge fell.', ['predicate', 'entity', 'coreference', 'link']],
    ['The bridge was opened in 1962.', ['predicate', 'entity', 'circumstance']],
    ['Rain!', []],
  ])('that fit %j', (sentence, expected) => {
    const found = applicableTypes(sentence)
    for (const type of expected) expect(found).toContain(type)
    if (expected.length === 0) expect(found).toEqual([])
  })

  it.each([
    ['The mayor opened it in 1962.', 'The mayor opened it in 1966.', 'circumstance'],
    ['The mayor opened it.', 'The governor opened it.', 'entity'],
    ['Anna Keller built it.', 'Maria Rossi built it.', 'entity'],
    ['It was built.', 'It was not built.', 'predicate'],
    ['She saw him.', 'She saw her.', 'coreference'],
    ['It rained before the game.', 'It rained after the game.', 'link'],
    ['They had opened it.', 'They had closed it.', 'predicate'],
  ])('guessed of an edit: %j, %j', (completion, contradiction, type) => {
    expect(typeOfEdit(completion, contradiction)).toBe(type)
  })
})

describe('edits by rules', () => {
  const start = {
    prefix: 'It was Anna Keller who had warned of it. ',
    completion: 'In Geneva he opened the bridge in 1962 because it was needed.',
  }
  it.each([
    ['predicate', 'In Geneva he closed the bridge in 1962 because it was needed.'],
    ['entity', 'In Anna Keller he opened the bridge in 1962 because it was needed.'],
    ['circumstance', 'In Geneva he opened the bridge in 1958 because it was needed.'],
    ['coreference', 'In Geneva she opened the bridge in 1962 because it was needed.'],
    ['link', 'In Geneva he opened the bridge in 1962 although it was needed.'],
  ] as const)('change one thing: %s', (type, expected) => {
    expect(editsByRules(type, start, 1).map(({ text }) => text)).toEqual([expected])
  })

  it('never give the completion back, nor one text twice', () => {
    const word = fc.constantFrom('he', 'her', 'before', 'not', 'is', '1962', '0', 'Anna', 'Rome', 'it', 'opened', 'May')
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), fc.constantFrom(...errorTypes), (words, type) => {
        const completion = words.join(' ')
        const made = editsByRules(type, { prefix: 'Berlin and Paris. ', completion }, 10).map(({ text }) => text)
        expect(made).not.toContain(completion)
        expect(new Set(made).size).toBe(made.length)
      }),
    )
  })
})

describe('selection', () => {
  const of = (type: string, text: string) => ({ type, text })
  it('takes distinct kinds first, then what is furthest apart', () => {
    const near = of('entity', 'a b c d')
    const far = of('entity', 'x y z w')
    const all = [of('entity', 'a b c e'), near, far, of('link', 'a b c f')]
    expect(selectDiverse(all, 2).map(({ type }) => type)).toEqual(['entity', 'link'])
    expect(selectDiverse(all, 3)).toContain(far)
    expect(selectDiverse(all, 9)).toHaveLength(4)
  })
})

it('gives the last words before the completion as near context', () => {
  expect(nearContext('One two\nthree four ', 2)).toBe('three four')
  expect(nearContext('One', 5)).toBe('One')
  expect(nearContext(' ', 5)).toBe('(nothing)')
  expect(nearContext('One two', 0)).toBe('(nothing)')
})
