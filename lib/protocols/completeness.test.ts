import { describe, expect, it } from 'vitest'
import { answerOf, countingAnswers, findings } from './completeness'
import { segmentsStage } from './felm/work'
import type { Answers } from './protocol'

const contentIn = (domain: string) => ({
  prompt: 'Why?',
  response: 'A. B.',
  domain,
  source: null,
  index: '1',
  refContents: [],
})

const found = (answers: Answers, domain = 'wk') => {
  const content = contentIn(domain)
  const units = segmentsStage.units(content, ['A.', 'B.'], {})
  return findings(segmentsStage, { content, units }, answers).map(
    ({ unit, question, message }) => `${unit} ${question}: ${message}`,
  )
}

const isTrue = { label: true }

describe('findings', () => {
  it('names everything that is missing at first, unit by unit', () => {
    expect(found({})).toEqual([
      'item action: Not answered yet: Does this item belong in the dataset?',
      's1 label: Not answered yet: Is this segment true?',
      's2 label: Not answered yet: Is this segment true?',
    ])
  })

  it('asks for type and reason of a false segment', () => {
    expect(found({ item: { action: 'keep' }, s1: { label: false, reason: ' ' }, s2: isTrue })).toEqual([
      's1 errorType: Not answered yet: What kind of error is it?',
      's1 reason: Not answered yet: What is wrong, and what would be right?',
    ])
  })

  it('asks for no type where the domain gives it', () => {
    const answers = { item: { action: 'keep' }, s1: { label: false, reason: '2 + 2 is 4.' }, s2: isTrue }
    expect(found(answers, 'math')).toEqual([])
    expect(found(answers, 'reasoning')).toEqual([])
    expect(found(answers, 'science')).toEqual(['s1 errorType: Not answered yet: What kind of error is it?'])
  })

  it('asks for a reason of removal, a note with "other", and nothing about segments', () => {
    expect(found({ item: { action: 'remove' } })).toEqual([
      'item removeReason: Not answered yet: Why should it be removed?',
    ])
    expect(found({ item: { action: 'remove', removeReason: 'riddle' }, s1: { label: false } })).toEqual([])
    expect(found({ item: { action: 'remove', removeReason: 'other' } })).toEqual([
      'item removeNote: Say in a sentence why the item should be removed.',
    ])
    expect(found({ item: { action: 'remove', removeReason: 'other', removeNote: 'Spam.' } })).toEqual([])
  })

  it('refuses values that the question does not allow', () => {
    const links = [{ url: 'ftp://example.org' }]
    expect(found({ item: { action: 'keep', links }, s1: { label: 'yes' }, s2: isTrue })).toEqual([
      'item links: Reference links: A link begins with http:// or https://.',
      's1 label: Label: Choose one of true, false.',
    ])
  })

  it('pays no heed to answers to questions that are not asked', () => {
    expect(found({ item: { action: 'keep' }, s1: { label: true, errorType: 'nonsense' }, s2: isTrue })).toEqual([])
  })
})

describe('answers that count', () => {
  it('leave out the unasked, the blank and the unknown', () => {
    const content = contentIn('math')
    const units = segmentsStage.units(content, ['A.'], {})
    const given = {
      item: { action: 'keep', links: [{ url: 'https://example.org' }], colour: 'red' },
      s1: { label: false, errorType: 'fooled', reason: ' ' },
      s9: { label: true },
    }
    expect(countingAnswers(segmentsStage, { content, units }, given)).toEqual({
      item: { action: 'keep' },
      s1: { label: false },
    })
  })

  it('tell false from unanswered', () => {
    expect(answerOf({ s1: { label: false } }, 's1', 'label')).toBe(false)
    expect(answerOf({ s1: {} }, 's1', 'label')).toBeNull()
    expect(answerOf({}, 's1', 'label')).toBeNull()
  })
})
