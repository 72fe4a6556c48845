import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEditOperations, countChangedWords, editOperations } from './edit-operations'

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '他', '住', 'ก', 'ب', '.', '😀', '\ud83d', '\ude00') }),
)

describe('editOperations', () => {
  it.each([
    ['It was signed in 1713.', 'It was signed in 1731.', [{ kind: 'replace', from: '1713', to: '1731', at: 17 }]],
    ['😀 a b', '😀 a c', [{ kind: 'replace', from: 'b', to: 'c', at: 4 }]],
    ['in New York today', 'in Los Angeles today', [{ kind: 'replace', from: 'New York', to: 'Los Angeles', at: 3 }]],
    ['他住在北京', '他住在上海', [{ kind: 'replace', from: '北京', to: '上海', at: 3 }]],
    ['same', 'same', []],
    ['gone', '', [{ kind: 'delete', text: 'gone', at: 0 }]],
    ['', 'new', [{ kind: 'insert', text: 'new', at: 0 }]],
    ['gone', null, [{ kind: 'delete_claim' }]],
  ] as const)('%j to %j', (before, after, operations) => {
    expect(editOperations(before, after)).toEqual(operations)
  })

  it('names words that are only deleted or only inserted', () => {
    expect(editOperations('He was not there.', 'He was there.')).toMatchObject([{ kind: 'delete' }])
    expect(editOperations('He was there.', 'He was not there.')).toMatchObject([{ kind: 'insert' }])
  })

  it('leads from one text to the other, in any script', () => {
    fc.assert(
      fc.property(texts, fc.option(texts), (before, after) => {
        expect(applyEditOperations(before, editOperations(before, after))).toBe(after)
      }),
      { numRuns: 500 },
    )
  })

  it('never touches the same place twice', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const places = editOperations(before, after).flatMap((operation) => ('at' in operation ? [operation.at] : []))
        expect(places).toEqual([...new Set(places)].toSorted((left, right) => left - right))
      }),
    )
  })
})

describe('applyEditOperations', () => {
  it.each([
    [[{ kind: 'delete', text: 'x', at: 0 }]],
    [[{ kind: 'insert', text: 'x', at: 4 }]],
    [[{ kind: 'replace', from: 'c', to: 'x', at: 2 } as const, { kind: 'delete', text: 'a', at: 0 } as const]],
  ] as const)('refuses %j on another text', (operations) => {
    expect(() => applyEditOperations('abc', operations)).toThrow('does not fit')
  })
})

describe('countChangedWords', () => {
  it.each([
    ['in New York today', 'in Los Angeles today', { added: 2, removed: 2 }],
    ['one two three.', 'one three.', { added: 0, removed: 1 }],
    ['他住在北京', '他住在上海', { added: 1, removed: 1 }],
    ['same', 'same', { added: 0, removed: 0 }],
    ['two words', null, { added: 0, removed: 2 }],
  ])('%j to %j', (before, after, counts) => {
    expect(countChangedWords(before, after)).toEqual(counts)
  })
})
