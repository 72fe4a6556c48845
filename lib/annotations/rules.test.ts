import { describe, expect, it } from 'vitest'
import { protocolById } from '@/lib/protocols'
import { nextMissing, progressOf, realChanges, shownAnswers, unitState } from './rules'

const stage = protocolById('felm').stages[0]
const content = { prompt: 'p', response: 'a b', domain: 'wk', source: null, index: null, refContents: [] }
const subject = { content, units: stage.units(content, ['a ', 'b'], {}) }

describe('progressOf and unitState', () => {
  it('count what is asked now', () => {
    expect(progressOf(stage, subject, {})).toEqual({ answered: 0, asked: 3 })
    const answers = { item: { action: 'keep' }, s1: { label: false, reason: 'no' } }
    expect(progressOf(stage, subject, answers)).toEqual({ answered: 3, asked: 5 })
    expect(subject.units.map((unit) => unitState(stage, subject, answers, unit))).toEqual([
      'complete',
      'begun',
      'untouched',
    ])
  })

  it('ask nothing of segments once the item is removed', () => {
    const answers = { item: { action: 'remove', removeReason: 'riddle' } }
    expect(progressOf(stage, subject, answers)).toEqual({ answered: 2, asked: 2 })
    expect(unitState(stage, subject, answers, subject.units[1] ?? { key: '', kind: '', text: '' })).toBe('unasked')
    expect(nextMissing(stage, subject, answers, null)).toBeNull()
  })
})

describe('realChanges', () => {
  const answers = { s1: { label: true, reason: 'a', links: [{ url: 'https://a.org', note: 'b' }] } }
  it.each([
    ['the same value', 'label', true, null],
    ['another order of keys', 'links', [{ note: 'b', url: 'https://a.org' }], null],
    ['a blank at the end', 'reason', 'a ', 'a '],
  ])('%s', (_, question, value, expected) => {
    const changes = realChanges(answers, [{ unit: 's1', question, value }])
    expect(changes.map((change) => change.value)).toEqual(expected === null ? [] : [expected])
  })

  it('clears with blanks and with an empty list, and remembers what was there', () => {
    const empty = [
      { unit: 's1', question: 'reason', value: '  \n' },
      { unit: 's1', question: 'links', value: [] },
      { unit: 's2', question: 'reason', value: '' },
    ]
    expect(realChanges(answers, empty)).toEqual([
      { unit: 's1', question: 'reason', value: null, from: 'a' },
      { unit: 's1', question: 'links', value: null, from: [{ url: 'https://a.org', note: 'b' }] },
    ])
  })
})

describe('shownAnswers', () => {
  it('lays unsent changes over saved answers, field by field', () => {
    const saved = [
      { unit: 's1', question: 'label', value: true },
      { unit: 's1', question: 'reason', value: 'saved' },
    ]
    expect(shownAnswers(saved, [{ unit: 's1', question: 'reason', value: 'unsent' }])).toEqual({
      s1: { label: true, reason: 'unsent' },
    })
  })
})
