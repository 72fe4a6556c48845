import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { UnitDraft } from './protocol'
import { inShownOrder, shuffledKeys } from './shown-order'

const unit = (key: string, kind: string, parent?: string): UnitDraft => ({
  key,
  kind,
  text: key,
  ...(parent ? { parent } : {}),
})
const UNITS = [
  unit('item', 'item'),
  unit('a', 'list'),
  unit('a1', 'claim', 'a'),
  unit('b', 'list'),
  unit('b1', 'claim', 'b'),
  unit('end', 'note'),
]
const STAGE = { shuffles: 'list' }

test('shuffled units take each other’s places, with their parts', () => {
  expect(inShownOrder(STAGE, UNITS, ['b', 'a']).map(({ key }) => key)).toEqual(['item', 'b', 'b1', 'a', 'a1', 'end'])
})

test('nothing moves where nothing is shuffled, nobody knows, or the order is as it stands', () => {
  expect(inShownOrder({}, UNITS, ['b', 'a'])).toEqual(UNITS)
  expect(inShownOrder(STAGE, UNITS, null)).toEqual(UNITS)
  expect(inShownOrder(STAGE, UNITS, ['a', 'b'])).toEqual(UNITS)
})

test('what the order does not name comes behind what it names', () => {
  expect(shuffledKeys(STAGE, inShownOrder(STAGE, UNITS, ['b']))).toEqual(['b', 'a'])
})

test('no unit is lost, and the order is the one asked for', () => {
  const keys = ['o1', 'o2', 'o3', 'o4']
  const units = [unit('item', 'item'), ...keys.map((key) => unit(key, 'list'))]
  fc.assert(
    fc.property(fc.shuffledSubarray(keys, { minLength: 4 }), (shown) => {
      expect(shuffledKeys(STAGE, inShownOrder(STAGE, units, shown))).toEqual(shown)
      expect(inShownOrder(STAGE, units, shown)[0]?.key).toBe('item')
    }),
  )
})
