import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isKept, rangeOf, readBounds, sortRows, type TriageRow } from './triage-bounds'

const row = (position: number, share: number | null, begun = false): TriageRow => ({
  itemId: `${position}`,
  position,
  title: `Item ${position}`,
  source: null,
  begun,
  scores: { share },
})

describe('typed bounds', () => {
  it('leave open what is empty, and say what is no range', () => {
    expect(readBounds({ a: { least: '', most: '0.5' }, b: { least: ' ', most: '' } })).toEqual({
      bounds: { a: { least: null, most: 0.5 } },
      errors: {},
    })
    const { errors } = readBounds({ a: { least: '0.6', most: '0.5' }, b: { least: 'low', most: '' } })
    expect(Object.keys(errors)).toEqual(['a', 'b'])
  })
})

it('keeps what passes, and what somebody has begun', () => {
  const { bounds } = readBounds({ share: { least: '', most: '0.5' } })
  expect([row(1, 0.5), row(2, 0.6), row(3, 0.6, true), row(4, null)].map((each) => isKept(each, bounds))).toEqual([
    true,
    false,
    true,
    false,
  ])
})

it('sorts by a measure with the unmeasured last, whichever way, and loses no row', () => {
  const rows = [row(1, 0.2), row(2, null), row(3, 0.9), row(4, 0.2)]
  const order = (descending: boolean) => sortRows(rows, { by: 'share', descending }).map(({ position }) => position)
  expect([order(false), order(true)]).toEqual([
    [1, 4, 3, 2],
    [3, 1, 4, 2],
  ])
  const scores = fc.array(fc.option(fc.double({ noNaN: true, min: 0, max: 1 })))
  fc.assert(
    fc.property(scores, fc.boolean(), (values, descending) => {
      const given = values.map((value, index) => row(index + 1, value))
      const sorted = sortRows(given, { by: 'share', descending })
      expect(new Set(sorted)).toEqual(new Set(given))
    }),
  )
})

it('says between what a measure lies', () => {
  expect(rangeOf([row(1, 0.2), row(2, null), row(3, 0.9)], 'share')).toEqual({ least: 0.2, most: 0.9 })
  expect(rangeOf([row(1, null)], 'share')).toBeNull()
})
