import { describe, expect, it } from 'vitest'
import { protocols } from '.'
import { optionLetter } from './option-letter'
import type { Option } from './protocol'

const option = (text: string): Option => ({ value: text, text, key: '7', tone: 'neutral', definition: '' })
const lettersOf = (...texts: string[]) => {
  const options = texts.map(option)
  return options.map((each) => optionLetter(options, each))
}

describe('optionLetter', () => {
  it('is the first letter, or as much more of the words as tells the options apart', () => {
    expect(lettersOf('Most important', 'Intermediate', 'Not important')).toEqual(['M', 'I', 'N'])
    expect(lettersOf('Check it', 'Common sense', 'Not checkable')).toEqual(['CI', 'CS', 'N'])
    expect(lettersOf('Circumstance', 'Coreference')).toEqual(['Ci', 'Co'])
    expect(lettersOf('(a) A part', '(b) The results')).toEqual(['A', 'B'])
    expect(lettersOf('真', '偽')).toEqual(['真', '偽'])
  })

  it('is nothing where the texts do not tell them apart', () => {
    expect(lettersOf('Other', 'Other', 'Yes')).toEqual([null, null, 'Y'])
    expect(lettersOf('?')).toEqual([null])
  })

  it('tells the options of every question of every protocol apart, and is no digit but where the words are', () => {
    for (const { options = [] } of protocols.flatMap(({ stages }) => stages.flatMap(({ questions }) => questions))) {
      const letters = options.map((each) => optionLetter(options, each))
      expect(letters).not.toContain(null)
      expect(new Set(letters).size).toBe(options.length)
      expect(letters.join('')).not.toMatch(/^\d/)
    }
  })
})
