import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { krippendorffAlpha } from './krippendorff-alpha'
import { ratingsOf } from './ratings'
import { type UnitizedSums, unitizingAlpha } from './unitizing-alpha'

type Unit = readonly [start: number, end: number, category: number]

/** The sums by the definition, character by character and pair by pair; category 0 is unmarked. */
function sumsOf(lanes: readonly (readonly Unit[])[], length: number, categories: number): UnitizedSums {
  const given = Array.from({ length: categories + 1 }, () => 0)
  const within = given.map(() => 0)
  const at = (lane: readonly Unit[], place: number) => lane.find(([s, e]) => s <= place && place < e)?.[2] ?? 0
  let agreeing = 0
  for (let place = 0; place < length; place++)
    for (const [index, lane] of lanes.entries()) {
      const category = at(lane, place)
      given[category] = (given[category] ?? 0) + 1
      if (category === 0) within[0] = (within[0] ?? 0) + 1
      const alike = lanes.filter((other, each) => each !== index && at(other, place) === category).length
      agreeing += alike / (lanes.length - 1)
    }
  for (const [start, end, category] of lanes.flat()) within[category] = (within[category] ?? 0) + (end - start) ** 2
  return { values: length * lanes.length, agreeing, given, within }
}

/** Figure 12.11 of Krippendorff 2019, 4th ed., p. 340: Alex, Paul and Suzan unitize a continuum of 60. */
const BOOK: Unit[][] = [
  [
    [0, 7, 1],
    [7, 13, 2],
    [30, 32, 5],
    [32, 37, 6],
    [37, 44, 6],
    [44, 60, 7],
  ],
  [
    [0, 7, 1],
    [7, 13, 3],
    [13, 21, 5],
    [32, 44, 6],
  ],
  [
    [0, 7, 1],
    [7, 13, 4],
    [13, 21, 5],
    [32, 37, 6],
    [37, 41, 6],
    [41, 44, 6],
  ],
]

describe('alpha for unitizing', () => {
  it('is .510 in the worked example of its authors, and .413 of marked against unmarked', () => {
    expect(unitizingAlpha(sumsOf(BOOK, 60, 7)).value).toBeCloseTo(0.51, 3)
    const marked = BOOK.map((lane) => lane.map(([start, end]): Unit => [start, end, 1]))
    // .4136, which the book prints as .413.
    expect(Math.trunc(1000 * (unitizingAlpha(sumsOf(marked, 60, 1)).value ?? 0))).toBe(413)
  })

  it('is 1 where all unitize alike, and has no value where nothing varies', () => {
    const lane: Unit[] = [
      [2, 5, 1],
      [8, 9, 2],
    ]
    expect(unitizingAlpha(sumsOf([lane, lane], 10, 2))).toEqual({ value: 1 })
    expect(unitizingAlpha(sumsOf([[], []], 10, 2))).toEqual({ value: null, reason: 'no-variation' })
    expect(unitizingAlpha(sumsOf([[], []], 0, 2))).toEqual({ value: null, reason: 'empty' })
  })

  it('is that of single characters where every unit is one', () => {
    const lanes = fc.array(fc.array(fc.nat(2), { minLength: 6, maxLength: 6 }), { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(lanes, (drawn) => {
        const units = drawn.map((lane) =>
          lane.flatMap((category, place): Unit[] => (category === 0 ? [] : [[place, place + 1, category]])),
        )
        const rows = Array.from({ length: 6 }, (_, place) => drawn.map((lane) => String(lane[place])))
        const expected = krippendorffAlpha(ratingsOf(rows, { categories: ['0', '1', '2'] }), { level: 'nominal' })
        const { value } = unitizingAlpha(sumsOf(units, 6, 2))
        if (expected.value === null) expect(value).toBeNull()
        else expect(value).toBeCloseTo(expected.value, 10)
      }),
    )
  })
})
