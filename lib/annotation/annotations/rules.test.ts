import { describe, expect, it } from 'vitest'
import { protocolById, stageByKey } from '@/lib/protocols'
import type { Answers } from '@/lib/protocols/protocol'
import { nextMissing, progressOf, realChanges, shownAnswers, surveyOf, unitState, withChanges } from './rules'

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

describe('units that answers list', () => {
  const decompose = stageByKey(protocolById('factcheck-bench'), 'decompose')
  const text = { prompt: 'p', response: 'One. Two.', source: null, evidence: [] }
  const bare = { content: text, units: decompose.units(text, ['One. ', 'Two.'], {}) }
  const listed: Answers = {
    s1: { checkworthy: 'yes', importance: 'yes', claims: [{ key: 'u1', made: 'added', from: [] }] },
    u1: { text: 'One is a number.', type: 'factual' },
    gone: { text: 'It was deleted.' },
  }

  it('count and are gone to like any others; what stands by itself is never asked for', () => {
    const survey = surveyOf(decompose, bare, listed)
    expect([...survey.units.keys()]).toEqual(['item', 's1', 'u1', 's2'])
    expect(survey.units.get('u1')).toMatchObject({ state: 'begun', lacking: [{ key: 'importance' }] })
    expect(survey.units.get('u1')?.asked.map(({ key }) => key)).toContain('setAside')
    expect(progressOf(decompose, bare, listed)).toEqual({ answered: 5, asked: 8 })
    expect(nextMissing(decompose, bare, listed, 's1')).toBe('u1')
    expect(nextMissing(decompose, bare, listed, 'u1')).toBe('s2')
  })

  it('leave with the answer that lists them', () => {
    const without = withChanges(listed, [{ unit: 's1', question: 'checkworthy', value: 'opinion' }])
    expect([...surveyOf(decompose, bare, without).units.keys()]).toEqual(['item', 's1', 's2'])
    expect(progressOf(decompose, bare, without)).toEqual({ answered: 2, asked: 4 })
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
