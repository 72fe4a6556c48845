import { describe, expect, it } from 'vitest'
import { mergeSentence } from './merge-sentences'
import type { MergedClaim } from './unit-data'

const kept = (was: string, type = 'factual'): MergedClaim => ({ key: 'k', was, text: was, fate: 'kept', type })
const edited = (was: string, text: string): MergedClaim => ({ ...kept(was), text, fate: 'edited' })
const deleted = (was: string): MergedClaim => ({ ...kept(was), text: '', fate: 'deleted' })

const merged = (text: string, claims: MergedClaim[], checkworthy = 'yes') =>
  mergeSentence({
    key: 's1',
    kind: 'sentence',
    text,
    data: { decontext: text, checkworthy, claims: claims.map((each) => ({ ...each })) },
  })

const TEXT = 'The Hollow Bridge, opened in 1931 by a baker, is not very long. '

describe('the automatic merge of a sentence', () => {
  it('leaves what nobody checked or changed as it was', () => {
    expect(merged(TEXT, [], 'opinion')).toBe(TEXT)
    expect(merged(TEXT, [kept('The Hollow Bridge was opened in 1931.')])).toBe(TEXT)
    expect(mergeSentence({ key: 's1', kind: 'sentence', text: TEXT })).toBe(TEXT)
  })

  it('replaces words in the original where they stand exactly once', () => {
    const claims = [
      edited('The Hollow Bridge was opened in 1931.', 'The Hollow Bridge was opened in 1913.'),
      edited('A baker opened it.', 'A brewer opened it.'),
      kept('It is not very long.'),
    ]
    expect(merged(TEXT, claims)).toBe('The Hollow Bridge, opened in 1913 by a brewer, is not very long. ')
  })

  it('strikes words with the blank before them', () => {
    expect(merged(TEXT, [edited('The bridge is not very long.', 'The bridge is very long.')])).toBe(
      'The Hollow Bridge, opened in 1931 by a baker, is very long. ',
    )
  })

  it('inserts words between the same two words', () => {
    expect(merged('It was long.', [edited('It was long.', 'It was once long.')])).toBe('It was once long.')
  })

  it('does the same edit of two claims once', () => {
    const claims = [
      edited('It opened in 1931.', 'It opened in 1913.'),
      edited('In 1931 a baker came.', 'In 1913 a baker came.'),
    ]
    expect(merged(TEXT, claims)).toContain('opened in 1913 by a baker')
  })

  it.each([
    ['stand twice', 'In 1931 came 1931 guests.', [edited('It was in 1931.', 'It was in 1913.')], 'It was in 1913.'],
    ['are a part of a word', 'The cats came.', [edited('A cat came', 'A dog came')], 'A dog came.'],
    ['are not there', 'He came.', [edited('Ole came.', 'Ida came.'), kept('Ole was late.')], 'Ida came. Ole was late.'],
    [
      'are edited in two ways',
      'Ole came late.',
      [edited('Ole came.', 'Ida came.'), edited('Ole was late', 'Eva was late')],
      'Ida came. Eva was late.',
    ],
  ])('writes the sentence anew where the words %s', (_, text, claims, result) => {
    expect(merged(text, claims)).toBe(result)
  })

  it('writes the sentence anew from what is left when a claim was deleted', () => {
    const claims = [kept('The bridge is long'), deleted('A baker opened it.'), kept('Is it nice?', 'opinion')]
    expect(merged(TEXT, claims)).toBe('The bridge is long. Is it nice?')
  })

  it('proposes to delete a sentence of which no claim is left', () => {
    expect(merged(TEXT, [deleted('a'), deleted('b')])).toBe('')
  })

  it('knows the words of other scripts', () => {
    expect(merged('他住在北京。', [edited('他住在北京。', '他住在上海。')])).toBe('他住在上海。')
  })
})
