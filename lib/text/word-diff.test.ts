import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DiffPart, wordDiff } from './word-diff'

const side = (parts: DiffPart[], without: 'added' | 'removed') =>
  parts
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('')

describe('wordDiff', () => {
  it('marks the changed word', () => {
    expect(wordDiff('It was signed in 1713.', 'It was signed in 1731.')).toEqual([
      { kind: 'same', text: 'It was signed in ' },
      { kind: 'removed', text: '1713' },
      { kind: 'added', text: '1731' },
      { kind: 'same', text: '.' },
    ])
  })

  it('cuts Chinese into words instead of comparing it as one', () => {
    expect(wordDiff('他住在北京', '他住在上海')).toEqual([
      { kind: 'same', text: '他住在' },
      { kind: 'removed', text: '北京' },
      { kind: 'added', text: '上海' },
    ])
  })

  it('shows equal texts as one part and nothing as none', () => {
    expect(wordDiff('same', 'same')).toEqual([{ kind: 'same', text: 'same' }])
    expect(wordDiff('', '')).toEqual([])
  })

  it('shows texts that have little in common whole', () => {
    const words = (prefix: string) => Array.from({ length: 3000 }, (_, index) => `${prefix}${index}`).join(' ')
    expect(wordDiff(words('a'), words('b'))).toEqual([
      { kind: 'removed', text: words('a') },
      { kind: 'added', text: words('b') },
    ])
  })

  it('holds both versions, whatever they are', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('a', ' ', '\n', '他', '住', 'ก', '.') }),
    )
    fc.assert(
      fc.property(unit, unit, (before, after) => {
        const parts = wordDiff(before, after)
        expect([side(parts, 'added'), side(parts, 'removed')]).toEqual([before, after])
      }),
    )
  })
})

it('compares Arabic by whole words', () => {
  expect(wordDiff('عاصمة فرنسا هي لندن', 'عاصمة فرنسا هي باريس')).toEqual([
    { kind: 'same', text: 'عاصمة فرنسا هي ' },
    { kind: 'removed', text: 'لندن' },
    { kind: 'added', text: 'باريس' },
  ])
})
