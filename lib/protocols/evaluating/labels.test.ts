import { expect, it } from 'vitest'
import { textLines } from './label-lines'
import { labelAmong } from './labels'

const SPELLINGS = { true: 'true', '1': 'true', false: 'false', '0': 'false', 'partially-supported': 'partial' }

it.each([
  [1, 'true'],
  ['1', 'true'],
  ['- True.', 'true'],
  ['PARTIALLY supported', 'partial'],
  ['partially_supported', 'partial'],
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
