import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isUsualSpelling,
  parseEvidenceIndex,
  referencesOf,
  spellReferences,
  spellWord,
  wordOf,
  writeEvidenceIndex,
} from './evidence-index'

const piece = fc.constantFrom(
  '1',
  '2',
  '12',
  '0',
  '6',
  'self-retrieved',
  ',',
  ', ',
  ' ',
  ';',
  'NA',
  '-1',
  'prose',
  '\n',
)
const spelling = fc.oneof(
  fc.string(),
  fc.array(piece).map((pieces) => pieces.join('')),
)
const meant = (text: string, automatic = 5, own = 1) => referencesOf(parseEvidenceIndex(text), automatic, own)

describe('the evidence index', () => {
  it('is written back character by character, whatever it is', () => {
    fc.assert(fc.property(spelling, (text) => writeEvidenceIndex(parseEvidenceIndex(text)) === text))
  })

  it.each([
    ['1', [1], []],
    ['1,2', [1, 2], []],
    ['1, 5, 2', [1, 2, 5], []],
    ['1,2 ', [1, 2], []],
    ['self-retrieved', [], [1]],
    ['2, self-retrieved', [2], [1]],
    ['1,5,self-retrieved', [1, 5], [1]],
    ['6', [], [1]],
    ['7', [], []],
    ['0', [], []],
    ['-1', [], []],
    ['NA', [], []],
    ['', [], []],
    ['There is no such thing in 1, 2 or 3.', [], []],
  ])('%j means automatic %j and own %j', (text, automatic, own) => {
    expect(meant(text)).toEqual({ automatic, own })
  })

  it('means all own evidence by one word, and one piece of it by its number after the automatic ones', () => {
    expect(meant('self-retrieved', 2, 3)).toEqual({ automatic: [], own: [1, 2, 3] })
    expect(meant('1,4', 2, 3)).toEqual({ automatic: [1], own: [2] })
  })

  it.each([
    ['-1', 'none'],
    ['NA', 'not-asked'],
    ['not_enough_evidence', 'not-enough'],
    ['no_enough_evidence', 'not-enough'],
    ['commonsense', 'commonsense'],
    ['1', null],
    ['No evidence', null],
  ])('%j is the word %j', (text, word) => {
    expect(wordOf(parseEvidenceIndex(text))).toBe(word)
  })

  it('means what was meant when it is spelled anew', () => {
    const numbers = fc.subarray([1, 2, 3, 4, 5])
    fc.assert(
      fc.property(numbers, fc.subarray([1, 2, 3]), fc.integer({ min: 3, max: 4 }), (automatic, own, count) => {
        const text = spellReferences({ automatic, own }, 5, count)
        expect(meant(text, 5, count)).toEqual({ automatic, own })
        expect(isUsualSpelling(text, 5, count)).toBe(true)
      }),
    )
    expect(wordOf(parseEvidenceIndex(spellWord('not-publicly-checkable')))).toBe('not-publicly-checkable')
  })

  it.each(['1, 2', '2,1', '1,1', '6', 'self retrieved', 'no_enough_evidence', 'Na', '', ' 1', 'because', '8'])(
    'finds %j an unusual spelling',
    (text) => {
      expect(isUsualSpelling(text, 5, 1)).toBe(false)
    },
  )

  it('finds nothing unusual in naming own evidence that the record has lost', () => {
    expect(isUsualSpelling('self-retrieved', 5, 0)).toBe(true)
  })

  it('is quick with long nonsense', () => {
    const long = `1${' '.repeat(200_000)}x${','.repeat(100_000)}`
    expect(writeEvidenceIndex(parseEvidenceIndex(long))).toBe(long)
  })
})
