import { describe, expect, it } from 'vitest'
import { answerOf, countingAnswers, findings } from './completeness'
import { segmentsStage } from './felm/stage'
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
      'item action: Action is not answered yet.',
      's1 label: Label is not answered yet.',
      's2 label: Label is not answered yet.',
    ])
  })

  it('asks for type and reason of a false segment', () => {
    expect(found({ item: { action: 'keep' }, s1: { label: false, reason: ' ' }, s2: isTrue })).toEqual([
      's1 errorType: Error type is not answered yet.',
      's1 reason: Reason is not answered yet.',
    ])
  })

  it('asks for no type where the domain gives it', () => {
    const answers = { item: { action: 'keep' }, s1: { label: false, reason: '2 + 2 is 4.' }, s2: isTrue }
    expect(found(answers, 'math')).toEqual([])
    expect(found(answers, 'reasoning')).toEqual([])
    expect(found(answers, 'science')).toEqual(['s1 errorType: Error type is not answered yet.'])
  })

  it('asks for a reason of removal, a note with "other", and nothing about segments', () => {
    expect(found({ item: { action: 'remove' } })).toEqual([
      'item removeReason: Reason for removal is not answered yet.',
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
      's1 label: Label: Invalid input: expected boolean, received string',
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
