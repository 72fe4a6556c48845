import { describe, expect, it } from 'vitest'
import { findings } from '@/lib/protocols/completeness'
import type { Answers, Json } from '@/lib/protocols/protocol'
import { decomposeStage } from './decompose'

const content = { prompt: 'Who built it?', response: 'A baker built it. Lovely!', source: null, evidence: [] }
const subject = { content, units: decomposeStage.units(content, ['A baker built it. ', 'Lovely!'], {}) }

const entry = (key: string, made = 'added'): Json => ({ key, made, from: [] })
const claim = (text: string) => ({ text, type: 'factual', importance: 'yes' })
const complete: Answers = {
  s1: { checkworthy: 'yes', importance: 'yes', claims: [entry('a'), entry('b', 'split')] },
  a: claim('A baker built the bridge.'),
  b: { ...claim('The bridge was built.'), setAside: 'commonsense', span: { start: 2, end: 7 } },
  s2: { checkworthy: 'opinion', importance: 'no' },
}
const found = (change: Answers) =>
  findings(decomposeStage, subject, merge(change)).map(({ unit, question }) => [unit, question])
const messages = (change: Answers) => findings(decomposeStage, subject, merge(change)).map(({ message }) => message)

/** The complete answers with some of them changed, unit by unit. */
function merge(change: Answers): Answers {
  const units = new Set([...Object.keys(complete), ...Object.keys(change)])
  return Object.fromEntries([...units].map((unit) => [unit, { ...complete[unit], ...change[unit] }]))
}

describe('what the first stage must know before it is submitted', () => {
  it('is enough when everything is answered', () => {
    expect(found({})).toEqual([])
  })

  it('asks every sentence for category and importance, and a text of its own only if one likes', () => {
    expect(findings(decomposeStage, subject, {}).map(({ unit, question }) => `${unit} ${question}`)).toEqual([
      's1 checkworthy',
      's1 importance',
      's2 checkworthy',
      's2 importance',
    ])
  })

  it('asks every claim for text, type and importance (PEERS 1.2: 5)', () => {
    expect(found({ a: { text: '  ', type: null, importance: null } })).toEqual([
      ['a', 'text'],
      ['a', 'type'],
      ['a', 'importance'],
    ])
  })

  it('asks a check-worthy sentence for at least one claim', () => {
    expect(found({ s2: { checkworthy: 'yes' } })).toEqual([['s2', 'claims']])
    expect(messages({ s2: { checkworthy: 'yes', claims: [] } })).toEqual([
      'Claims: A check-worthy sentence has at least one claim. Add one, or choose another category.',
    ])
  })

  it('asks nothing about claims of a sentence that is not to be checked, or that left the list', () => {
    expect(found({ s1: { checkworthy: 'other' }, a: { text: null } })).toEqual([])
    expect(found({ s1: { claims: [entry('b')] }, a: { text: null } })).toEqual([])
  })

  it('keeps what was typed for a third claim when the first is removed (PEERS 1.2: 3)', () => {
    const answers = merge({
      s1: { claims: [entry('b'), entry('c'), entry('new')] },
      c: claim('C.'),
      new: claim('New.'),
    })
    expect(findings(decomposeStage, subject, answers)).toEqual([])
    expect(decomposeStage.rollUp(subject, answers)).toMatchObject({ claims: 3 })
  })

  it('lists an entry once (PEERS 1.2: 4)', () => {
    expect(found({ s1: { claims: [entry('a'), entry('a')] } })).toContainEqual(['s1', 'claims'])
  })

  it('finds two claims of a sentence that say the same', () => {
    expect(found({ b: { text: ' A baker built the bridge. ' } })).toEqual([['b', 'text']])
  })

  it('keeps marked places inside the sentence, counted in code points', () => {
    expect(found({ b: { span: { start: 0, end: 18 } } })).toEqual([])
    expect(found({ b: { span: { start: 0, end: 19 } } })).toEqual([['b', 'span']])
    expect(found({ b: { span: { start: 3, end: 3 } } })).toEqual([['b', 'span']])
  })

  it('asks only factual claims whether they are worth checking', () => {
    const asked = decomposeStage.questions.find(({ key }) => key === 'setAside')
    const unit = { key: 'a', kind: 'claim', text: '', parent: 's1' }
    expect(asked?.asked(subject, complete, unit)).toBe(true)
    expect(asked?.asked(subject, merge({ a: { type: 'opinion' } }), unit)).toBe(false)
  })
})

describe('the roll-up of the first stage', () => {
  it('counts sentences and claims by their answers', () => {
    expect(decomposeStage.rollUp(subject, complete)).toEqual({
      sentences: 2,
      checkworthiness: { yes: 1, opinion: 1 },
      sentenceImportance: { yes: 1, no: 1 },
      claims: 2,
      claimTypes: { factual: 2 },
      claimImportance: { yes: 2 },
      setAside: { check: 1, commonsense: 1 },
      made: { added: 1, split: 1 },
    })
  })
})
