import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ownEvidenceIn,
  parseOwnEvidence,
  queriesInVain,
  spellInVain,
  spellOwnEvidence,
  writeOwnParts,
} from './own-evidence'

const A = 'https://example.org/wiki/Baikal_(lake)'
const B = 'https://example.org/b?x=1#:~:text=Deep%20lake'
const piece = fc.constantFrom('Link: ', 'URL:', A, B, 'A quotation.', '\n', ' ', '(', ')', 'http://', 'NA')

describe('own evidence in one text', () => {
  it('is written back character by character, whatever it is', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.array(piece).map((pieces) => pieces.join('')),
    )
    fc.assert(fc.property(texts, (text) => writeOwnParts(parseOwnEvidence(text)) === text))
  })

  it.each([
    ['an address', A, [{ quote: '', url: A, comment: null }]],
    ['an address first', `${A}\n\nIt is deep. `, [{ quote: 'It is deep.', url: A, comment: null }]],
    ['a quotation first', `It is deep.\nLink: ${A}`, [{ quote: 'It is deep.', url: A, comment: null }]],
    ['a quotation without an address', 'No evidence', [{ quote: 'No evidence', url: null, comment: null }]],
    [
      'a comment behind',
      `It is deep.\nURL: ${A}\nAs I read it.`,
      [{ quote: 'It is deep.', url: A, comment: 'As I read it.' }],
    ],
    ['punctuation behind', `See (${A}).`, [{ quote: 'See (', url: A, comment: null }]],
    [
      'several pieces',
      `One.\nLink: ${A}\nTwo.\nLink: ${B}`,
      [
        { quote: 'One.', url: A, comment: null },
        { quote: 'Two.', url: B, comment: null },
      ],
    ],
    [
      'several addresses first',
      `${A}\n${B}\nTwo.`,
      [
        { quote: '', url: A, comment: null },
        { quote: 'Two.', url: B, comment: null },
      ],
    ],
    ['nothing', '  ', []],
    ['nothing, in letters', 'NA', []],
    ['no complete address', 'https://', [{ quote: 'https://', url: null, comment: null }]],
  ])('is told apart: %s', (_, text, rows) => {
    expect(ownEvidenceIn(text)).toEqual(rows)
  })

  it('is read as it was spelled', () => {
    const row = fc.record({ quote: fc.constantFrom('One.', 'Two lines.\nOf text.'), url: fc.constantFrom(A, B) })
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        expect(ownEvidenceIn(spellOwnEvidence(rows))).toEqual(rows.map((each) => ({ ...each, comment: null })))
      }),
    )
  })

  it('says that a search found nothing, with its queries', () => {
    const text = spellInVain('baikal mongolia\nlake location')
    expect(queriesInVain(text)).toBe('baikal mongolia\nlake location')
    expect(ownEvidenceIn(text)).toEqual([])
    expect(queriesInVain('No evidence')).toBeNull()
  })

  it('is quick with long nonsense', () => {
    const long = `${'Link: '.repeat(20_000)}https://${'.'.repeat(200_000)}x`
    expect(writeOwnParts(parseOwnEvidence(long))).toBe(long)
  })
})

it('a text with more addresses than a list has entries is one quotation', () => {
  const text = (count: number) =>
    Array.from({ length: count }, (_, index) => `https://library.example/${index}`).join(' ')
  expect(ownEvidenceIn(text(200))).toHaveLength(200)
  expect(ownEvidenceIn(text(201))).toEqual([{ quote: text(201), url: null, comment: null }])
})
