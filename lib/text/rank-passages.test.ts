import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diversify } from './diversify'
import { bm25, cosine, fuseRankings, rankPassages } from './rank-passages'
import { indexWords, searchWords, withoutPlural } from './words'

describe('words to search by', () => {
  it.each([
    ['The Pacific’s OCEANS, 3.5 km!', ['the', 'pacific’s', 'oceans', '3', '5', 'km']],
    ['太平洋是最大的海洋', ['太平洋', '是', '最大', '的', '海洋']],
    ['ภาษาไทยง่าย', ['ภาษา', 'ไทย', 'ง่าย']],
    ['المحيط الهادئ', ['المحيط', 'الهادئ']],
    ['ΕΛΛΆΔΑ Straße ﬁn', ['ελλάδα', 'straße', 'fin']],
    ['— … !', []],
  ])('%s', (text, words) => expect(searchWords(text)).toEqual(words))

  it('lose plurals and possessives, not other endings', () => {
    const found = ['oceans', 'cities', 'boxes', 'glass', 'bus', 'moon’s', 'aës', '1990s'].map(withoutPlural)
    expect(found).toEqual(['ocean', 'city', 'boxe', 'glass', 'bus', 'moon', 'aës', '1990s'])
  })

  it('are common ones only where there are no others', () => {
    expect(indexWords('To be or not to be')).toEqual(['to', 'be', 'or', 'not', 'to', 'be'])
    expect(indexWords('Where is the ocean?')).toEqual(['ocean'])
  })
})

describe('BM25', () => {
  const passages = [
    'The Atlantic is the second largest ocean.',
    'Mount Everest is the highest mountain.',
    'The Pacific Ocean is the largest of the oceans, larger than the Atlantic.',
    '太平洋是最大的海洋。',
    'ภาษาไทยง่าย',
  ]
  it('puts rare words of the query first, and finds words in any script', () => {
    expect(bm25('Is the Pacific the largest ocean?', passages).map(({ index }) => index)).toEqual([2, 0])
    expect(bm25('海洋', passages).map(({ index }) => index)).toEqual([3])
    expect(bm25('ไทย', passages).map(({ index }) => index)).toEqual([4])
    expect(bm25('!?', passages)).toEqual([])
  })

  it('does not depend on where a passage stands, but for ties', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(passages, { minLength: 5 }), (shuffled) => {
        const texts = bm25('largest ocean Pacific', shuffled).map(({ text }) => text)
        expect(texts).toEqual(bm25('largest ocean Pacific', passages).map(({ text }) => text))
      }),
    )
  })
})

describe('fusion', () => {
  it('rewards what several rankings put high', () => {
    const fused = fuseRankings([{ order: [0, 1, 2] }, { order: [1, 2, 0] }])
    expect(fused.map(({ index }) => index)).toEqual([1, 0, 2])
  })

  it('keeps the order of a single ranking, and follows weights', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(50)), (order) => {
        expect(fuseRankings([{ order }]).map(({ index }) => index)).toEqual(order)
        const weighted = fuseRankings([
          { order, weight: 1000 },
          { order: [...order].reverse(), weight: 0.001 },
        ])
        expect(weighted.map(({ index }) => index)).toEqual(order)
      }),
    )
  })

  it('lets meaning bring in what shares no word', () => {
    const passages = ['A dog barked.', 'The hound howled at night.', 'Taxes rose.']
    const ranked = rankPassages('dog', passages, { most: 2, similarities: [0.9, 0.8, 0.1] })
    expect(ranked.map(({ index }) => index)).toEqual([0, 1])
    expect(rankPassages('dog', passages, { most: 2 }).map(({ index }) => index)).toEqual([0])
    expect(() => rankPassages('dog', passages, { most: 2, similarities: [1] })).toThrow(RangeError)
  })

  it('measures the angle of vectors', () => {
    expect(cosine([1, 0], [0, 2])).toBe(0)
    expect(cosine([1, 2], [2, 4])).toBeCloseTo(1)
    expect(cosine([0, 0], [1, 1])).toBe(0)
  })
})

describe('diversity', () => {
  const same = 'The Pacific Ocean is the largest ocean on Earth.'
  const entries = [
    { text: same, score: 3 },
    { text: `${same.toUpperCase()} `, score: 2.9 },
    { text: 'The Pacific Ocean covers a third of the surface.', score: 2 },
    { text: 'Magellan named it in 1520.', score: 1 },
  ]

  it('leaves near duplicates out, and prefers what is new', () => {
    expect(diversify(entries, { most: 4 }).map(({ score }) => score)).toEqual([3, 2, 1])
    const heavy = [...entries, { text: 'Trenches reach eleven kilometres down.', score: 1.9 }]
    expect(diversify(heavy, { most: 2, lambda: 0.2 })[1]?.score).toBe(1.9)
  })

  it('gives at most what is asked for, of what there was, the best one first', () => {
    const scored = fc.array(fc.record({ text: fc.lorem({ maxCount: 5 }), score: fc.nat(20) }), { maxLength: 15 })
    fc.assert(
      fc.property(scored, fc.integer({ min: 0, max: 6 }), (ranked, most) => {
        const taken = diversify(ranked, { most })
        expect(taken.length).toBeLessThanOrEqual(most)
        expect(new Set(taken).size).toBe(taken.length)
        for (const entry of taken) expect(ranked).toContain(entry)
        if (taken[0]) expect(taken[0].score).toBe(Math.max(...ranked.map(({ score }) => score)))
      }),
    )
  })
})
