import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { worthOf } from './check-worthiness'
import { claimsOf } from './claims'
import { standAlone } from './decontextualise'
import { lexicalStance } from './stance'

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.lorem({ maxCount: 3, mode: 'sentences' }),
  fc
    .array(fc.constantFrom('He ', 'is ', ', and ', '; ', 'Ada ', '1. ', '“', '?', '12', '\n', '湖', '👩‍🔬', 'was '), {
      maxLength: 30,
    })
    .map((parts) => parts.join('')),
)

describe('whatever the text', () => {
  it('no rule throws, and scores are shares', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        const { score } = worthOf(one)
        const stance = lexicalStance(one, other)
        expect([score, stance.score].filter((each) => each < 0 || each > 1)).toEqual([])
        expect(standAlone([one, other])).toHaveLength(2)
      }),
    )
  })

  it('a claim says something, and a text without words has none', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const claims = claimsOf(text)
        expect(claims.filter((claim) => claim.trim() === '')).toEqual([])
        expect(claims.length > 0).toBe(/[\p{L}\p{N}]/u.test(text.trim().replace(/^(?:[-*•–]|\(?\d{1,3}[.)])\s+/u, '')))
      }),
    )
  })
})

describe('claims', () => {
  it.each([
    ['Oslo is a city.', ['Oslo is a city.']],
    ['- Oslo is a city', ['Oslo is a city.']],
    ['Oslo is a city, and Bergen is a town.', ['Oslo is a city.', 'Bergen is a town.']],
    ['Oslo is a big city; Bergen was the capital.', ['Oslo is a big city.', 'Bergen was the capital.']],
    ['Ada Lund was born in Oslo and died in Rome.', ['Ada Lund was born in Oslo.', 'Ada Lund died in Rome.']],
    ['She was born in Oslo and later became a painter.', ['She was born in Oslo.', 'She later became a painter.']],
    // Parts that lean on each other stay together.
    ['She was born in Oslo, and she died in Rome.', ['She was born in Oslo, and she died in Rome.']],
    ['The king and queen were in Oslo.', ['The king and queen were in Oslo.']],
    ['If it rains, Oslo is wet and was dull.', ['If it rains, Oslo is wet and was dull.']],
    ['He said “Oslo is old, and Bergen is new.”', ['He said “Oslo is old, and Bergen is new.”']],
  ])('%s', (sentence, claims) => {
    expect(claimsOf(sentence)).toEqual(claims)
  })
})

describe('check-worthiness', () => {
  it.each([
    ['Oslo has 700,000 inhabitants.', 'fact'],
    ['Water boils when it is hot.', 'fact'],
    ['Where is Oslo?', 'not_a_claim'],
    ['Remember to bring a coat.', 'not_a_claim'],
    ['Here are three examples:', 'not_a_claim'],
    ['As an AI language model, I cannot travel.', 'other'],
    ['I think that winter is lovely.', 'opinion'],
    ['***', 'not_a_claim'],
    ['The reasons include:', 'not_a_claim'],
  ])('%s', (sentence, worth) => {
    expect(worthOf(sentence).worth).toBe(worth)
  })
})

describe('sentences on their own', () => {
  it('replaces a pronoun by the one name it can stand for', () => {
    const sentences = ['Ada Lund was a painter.', 'She lived in Oslo.', 'Her house is a museum.']
    expect(standAlone(sentences)).toEqual([null, 'Ada Lund lived in Oslo.', "Ada Lund's house is a museum."])
  })

  it('stops once another name has come up', () => {
    const sentences = ['Ada Lund was a painter.', 'She met Eva Holm.', 'She died in Rome.']
    expect(standAlone(sentences)).toEqual([null, 'Ada Lund met Eva Holm.', null])
  })

  it.each([
    [['Ada Lund was a painter.', 'Bo Lund was her brother.', 'He lived in Oslo.']],
    [['There was a painter.', 'She lived in Oslo.']],
    [['Ada Lund was a painter.', 'They met.', 'She lived in Oslo.']],
    [['Ada Lund was the sister of Eva Holm.', 'She lived in Oslo.']],
  ])('leaves alone what could mean another: %j', (sentences) => {
    expect(standAlone(sentences)).toEqual(sentences.map(() => null))
  })
})

describe('stance', () => {
  it.each([
    ['The bridge opened in 1932.', 'Crowds came when the bridge opened in 1932.', 'supports'],
    ['The bridge opened in 1932.', 'The bridge opened in 1954.', 'refutes'],
    ['The bridge was never painted green.', 'The bridge was painted green.', 'refutes'],
    ['The bridge opened with elephants and a parade.', 'The bridge opened with a small parade.', 'partly'],
    ['The bridge opened in 1932.', 'Bananas are yellow.', 'irrelevant'],
  ])('%s / %s', (claim, passage, stance) => {
    expect(lexicalStance(claim, passage).stance).toBe(stance)
  })
})
