import { expect, it } from 'vitest'
import type { PredictionReading } from '@/lib/protocols/evaluation'
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { textLines } from './label-lines'
import { labelAmong, truthOf } from './labels'
import { aboutIn, itemIn, readPrediction, refused } from './read-line'

const SPELLINGS = { true: 'true', '1': 'true', false: 'false', '0': 'false', 'partially-supported': 'partial' }

it.each([
  [1, 'true'],
  ['1', 'true'],
  ['- True.', 'true'],
  ['PARTIALLY supported', 'partial'],
  ['partially_supported', 'partial'],
  // As tables write whole numbers beside gaps.
  ['1.0', 'true'],
  ['0.00', 'false'],
  ['-1.0', null],
  ['1.5', undefined],
  // An abstention, which is not 1 without its sign.
  [-1, null],
  ['-1', null],
  ['', null],
  [null, null],
  ['maybe', undefined],
  [undefined, undefined],
])('the label %j is %j', (value, label) => expect(labelAmong(value, SPELLINGS)).toBe(label))

it('a blank text is an abstention, since a table has no null', () => {
  const { read } = textLines(['revised'], () => null)
  const said = (revised: string | null) => {
    const reading = read({ system: 'a', item: '1', revised })
    return reading.ok ? reading.predictions[0]?.value : 'refused'
  }
  expect([said('As it was.'), said(' '), said(''), said(null)]).toEqual(['As it was.', null, null, null])
})

it.each([
  ['1.0', true],
  ['0.0', false],
  ['2.0', null],
  ['1.5', undefined],
])('the truth %j is %j', (value, truth) => expect(truthOf(value)).toBe(truth))

it('a list in a cell of a table is read as one where its text means nothing', () => {
  const read = (record: Json): PredictionReading => {
    const { labels = null, text = null } = isJsonRecord(record) ? record : {}
    if (!Array.isArray(labels)) return refused('labels', 'labels is no list.', 'Write a list.')
    return { ok: true, predictions: [{ system: '', item: null, unit: null, text: String(text), value: labels }] }
  }
  const said = (record: Json) => {
    const reading = readPrediction({ read }, record)
    return reading.ok ? reading.predictions[0]?.value : reading.problems[0]?.message
  }
  expect(said({ labels: [true] })).toEqual([true])
  expect(said({ labels: ' [true, false]' })).toEqual([true, false])
  expect(said({ labels: '[true, false' })).toBe('labels is no list.')
  expect(said({ labels: '{"a": 1}' })).toBe('labels is no list.')
  expect(said({ labels: 'true' })).toBe('labels is no list.')
})

it('facts of a system are read from a cell, and the id of an item without blanks around it', () => {
  expect(aboutIn({ about: '{"family": "gpt", "size": 6}' })).toEqual({ about: { family: 'gpt', size: '6' } })
  expect(aboutIn({ about: 'gpt' })).toEqual({})
  expect(itemIn({ id: ' 1 ' })).toBe('1')
})
