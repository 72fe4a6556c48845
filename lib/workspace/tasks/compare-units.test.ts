import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { matchUnits, staleChanges } from './compare-units'

const sentence = (key: string, text: string): UnitDraft => ({ key, kind: 'sentence', text })
const claim = (key: string, text: string, from: string): UnitDraft => ({
  key,
  kind: 'claim',
  text,
  parent: 's1',
  data: { from, importance: 'yes' },
})
const WHOLE = sentence('s1', 'Baikal is deep and cold.')
const DEEP = claim('s1.c1', 'Baikal is deep.', 'a')
const COLD = claim('s1.c2', 'Baikal is cold.', 'b')
const kinds = (before: UnitDraft[], after: UnitDraft[]) =>
  staleChanges(before, after).map(({ kind, was, unit }) => [kind, was, unit])

test('a unit put in front moves the others, and only it is told of', () => {
  const fresh = claim('s1.c1', 'Nobody owns the shore.', 'c')
  const after = [WHOLE, fresh, { ...DEEP, key: 's1.c2' }, { ...COLD, key: 's1.c3' }]
  expect(kinds([WHOLE, DEEP, COLD], after)).toEqual([['added', null, 's1.c1']])
  expect(kinds(after, [WHOLE, DEEP, COLD])).toEqual([['removed', 's1.c1', 's1.c1']])
})

test('another order alone is told of', () => {
  const after = [WHOLE, { ...COLD, key: 's1.c1' }, { ...DEEP, key: 's1.c2' }]
  expect(kinds([WHOLE, DEEP, COLD], after)).toEqual([
    ['moved', 's1.c2', 's1.c1'],
    ['moved', 's1.c1', 's1.c2'],
  ])
})

test('what it comes from says which unit is which, however its text changed; by itself it is no change', () => {
  const reworded = claim('s1.c1', 'The lake is the deepest of all.', 'a')
  expect(kinds([WHOLE, DEEP, COLD], [WHOLE, reworded, COLD])).toEqual([['changed', 's1.c1', 's1.c1']])
  expect(kinds([WHOLE, DEEP, COLD], [WHOLE, { ...DEEP, data: { from: 'x', importance: 'yes' } }, COLD])).toEqual([])
})

test('a fact beside the text is a change; units of different wholes are different units', () => {
  const minor = { ...DEEP, data: { from: 'a', importance: 'no' } }
  expect(kinds([WHOLE, DEEP], [WHOLE, minor])).toEqual([['changed', 's1.c1', 's1.c1']])
  const elsewhere = { ...DEEP, key: 's2.c1', parent: 's2' }
  const second = sentence('s2', 'Nothing else is said here at all.')
  expect(kinds([WHOLE, DEEP, second], [WHOLE, second, elsewhere])).toEqual([
    ['removed', 's1.c1', 's1.c1'],
    ['added', null, 's2.c1'],
  ])
})

const units = fc
  .uniqueArray(fc.record({ key: fc.string({ minLength: 1 }), text: fc.constantFrom('a', 'b c', 'b d', 'e f g', '') }), {
    selector: ({ key }) => key,
    maxLength: 8,
  })
  .map((rows) => rows.map(({ key, text }) => sentence(key, text)))

test('property: pairs are one to one; units compared with themselves do not differ; every change names one unit', () => {
  fc.assert(
    fc.property(units, units, (before, after) => {
      const pairs = matchUnits(before, after)
      expect(new Set(pairs.map((pair) => pair.before.key)).size).toBe(pairs.length)
      expect(new Set(pairs.map((pair) => pair.after.key)).size).toBe(pairs.length)
      expect(staleChanges(before, before)).toEqual([])
      const told = staleChanges(before, after)
      const essential = told.filter(({ kind }) => kind !== 'moved')
      expect(essential.filter(({ kind }) => kind === 'added').length).toBe(after.length - pairs.length)
      expect(essential.filter(({ kind }) => kind === 'removed').length).toBe(before.length - pairs.length)
    }),
  )
})
