import { expect, it } from 'vitest'
import { iccAgreement, iccOneWay } from './intraclass-correlation'
import { ratingsOf } from './ratings'

/** Six targets rated by four judges: Shrout & Fleiss 1979, Table 2. */
const TARGETS = [
  [9, 2, 5, 8],
  [6, 1, 3, 2],
  [8, 4, 6, 8],
  [7, 1, 2, 6],
  [10, 5, 6, 9],
  [6, 2, 4, 7],
]

it('gives the published ICC(1,1) and ICC(2,1) of Shrout and Fleiss', () => {
  expect(iccOneWay(ratingsOf(TARGETS)).value).toBeCloseTo(0.17, 2)
  expect(iccAgreement(ratingsOf(TARGETS)).value).toBeCloseTo(0.29, 2)
})

it('of unequal numbers of ratings leaves out units rated once, and takes the two-way one of complete units only', () => {
  const gaps = [
    [1, 1, null],
    [2, 2, 3],
    [5, null, null],
    [4, 4, 4],
  ]
  // By hand: 8 ratings, means 1, 7/3, 4, grand 21/8; MSB 4.9375, MSW 2/15, m0 2.625.
  const [msb, msw, m0] = [
    (2 * (1 - 21 / 8) ** 2 + 3 * (7 / 3 - 21 / 8) ** 2 + 3 * (4 - 21 / 8) ** 2) / 2,
    2 / 3 / 5,
    (8 - 22 / 8) / 2,
  ]
  expect(iccOneWay(ratingsOf(gaps))).toEqual({ value: (msb - msw) / (msb + (m0 - 1) * msw), nUnits: 3 })
  expect(iccAgreement(ratingsOf(gaps)).nUnits).toBe(2)
})

it('is undefined where nothing varies or nothing was rated twice, and refuses words', () => {
  expect(
    iccOneWay(
      ratingsOf([
        [2, 2],
        [2, 2],
      ]),
    ),
  ).toMatchObject({ value: null, reason: 'no-variation' })
  expect(
    iccAgreement(
      ratingsOf([
        [2, 2],
        [2, 2],
      ]),
    ),
  ).toMatchObject({ value: null, reason: 'no-variation' })
  expect(iccOneWay(ratingsOf([[2, null]]))).toMatchObject({ value: null, reason: 'no-pairable-units' })
  expect(iccOneWay(ratingsOf([[1, 2]]))).toMatchObject({ value: null, reason: 'no-variation' })
  expect(() => iccOneWay(ratingsOf([['a', 'b']]))).toThrow(/needs numbers/)
})
