import { expect, it } from 'vitest'
import { parsePositions } from './parse-positions'

it.each([
  ['3, 17, 20-22', [3, 17, 20, 21, 22]],
  ['7 7;7', [7]],
  ['5–6\n1', [1, 5, 6]],
])('reads %j', (text, positions) => expect(parsePositions(text)).toEqual(positions))

it.each(['', ' , ', '0', '4-2', 'a', '1.5', '1-2000', '-3'])('refuses %j', (text) =>
  expect(parsePositions(text)).toBeNull(),
)
