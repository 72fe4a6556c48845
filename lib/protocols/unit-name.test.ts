import { expect, it } from 'vitest'
import { protocolById } from './index'
import { kindHeading, questionName, unitName } from './unit-name'

const felm = protocolById('felm')

it('heads units by the word of their stage, in the plural where there are several', () => {
  const kinds = ['search result', 'piece of own evidence', 'claim']
  const stage = { unitKinds: kinds.map((text, index) => ({ kind: `k${index}`, text })) }
  const units = ['k0', 'k0', 'k1', 'k1', 'k2', 'x', 'x'].map((kind, index) => ({ key: `u${index}`, kind, text: '' }))
  const headings = ['k0', 'k1', 'k2', 'x'].map((kind) => kindHeading(stage, units, kind))
  expect(headings).toEqual(['Search results', 'Pieces of own evidence', 'Claim', 'Units'])
})

it('names a question by its unit, and one about the whole item by its title alone', () => {
  const [stage] = felm.stages
  if (!stage) throw new Error('there is a stage')
  const units = [
    { key: 'item', kind: 'item', text: '' },
    { key: 's1', kind: 'segment', text: 'Ice floats.' },
    { key: 's2', kind: 'segment', text: 'It is a metal.' },
  ]
  expect(questionName(stage, units, { unit: 's2', title: 'Label' })).toBe('Segment 2: Label')
  expect(questionName(stage, units, { unit: 'item', title: 'Keep or remove' })).toBe('Keep or remove')
})

it('names the parts of an item by themselves, numbered, unless the item has a word of its own', () => {
  const units = [
    { key: 'item', kind: 'item', text: '' },
    { key: 'q', kind: 'question', text: '', parent: 'item' },
    { key: 'a', kind: 'answer', text: '', parent: 'q' },
  ]
  const named = (item: string) => {
    const stage = { ...felm.stages[0], unitKinds: [{ kind: 'item', text: item }] }
    return units.map(({ key }) => unitName(stage, [...units], key))
  }
  expect(named('item')).toEqual(['Item', 'Question 1', 'Question 1, answer 1'])
  expect(named('claim')).toEqual(['Claim', 'Claim, question 1', 'Claim, question 1, answer 1'])
})
