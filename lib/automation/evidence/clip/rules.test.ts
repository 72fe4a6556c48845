import { describe, expect, it } from 'vitest'
import { MAX_QUOTE } from '@/lib/automation/evidence/rules'
import { readPassage } from './rules'

const ice = { address: 'https://example.org/ice', words: 'Ice is a mineral.' }

describe('an address pasted with words of its page', () => {
  it.each([
    ['the words after it', 'https://example.org/ice\nIce is a mineral.'],
    [
      'the words before it, in quotation marks, as telephones copy them',
      '“Ice is a mineral.”\r\n\r\nhttps://example.org/ice',
    ],
    ['a link to a highlight', 'https://example.org/ice#:~:text=Ice%20is%20a%20mineral.'],
    ['one with what stands around it', 'https://example.org/ice#:~:text=water.-,Ice%20is%20a%20mineral.,-It%20melts'],
  ])('is read from %s', (_, text) => {
    expect(readPassage(text)).toEqual(ice)
  })

  it('keeps the place on the page, and commas of the words', () => {
    expect(readPassage('https://example.org/ice#top:~:text=Ice%2C%20too')).toEqual({
      address: 'https://example.org/ice#top',
      words: 'Ice, too',
    })
  })

  it.each([
    ['an address alone', 'https://example.org/ice'],
    ['words alone', 'Ice is\na mineral.'],
    ['two addresses', 'https://example.org/ice\nIce\nhttps://example.org/'],
    ['an address among the words', 'Ice\nhttps://example.org/ice\nis a mineral.'],
    ['a highlight of which only both ends are named', 'https://example.org/ice#:~:text=Ice,mineral.'],
    ['two highlights', 'https://example.org/ice#:~:text=Ice&text=water'],
    ['words that are no text', 'https://example.org/ice#:~:text=%E0%A4%A'],
    ['words that are nothing', 'https://example.org/ice\n \u202e'],
    ['more words than a quotation holds', `https://example.org/ice\n${'a'.repeat(MAX_QUOTE + 1)}`],
  ])('is not guessed from %s', (_, text) => {
    expect(readPassage(text)).toBeNull()
  })
})
