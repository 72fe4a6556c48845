/** The middle one of several answers that have an order: numbers, and the points of a scale. */
import type { Json, Question } from './protocol'
import { sameValue } from './same-value'

/**
 * null where the question is not settled so, where not more than half of those who were asked gave a value that lies in the order (an answer
 * off the scale has no place in it), and where two values are in the middle and the question has none halfway between them: of numbers
 * their mean, written as people would, where it may be given.
 */
export function medianOf(
  { median, schema }: Pick<Question, 'median' | 'schema'>,
  answers: readonly Json[],
  askedCount: number,
): Json {
  if (!median) return null
  const { order } = median
  const places = answers
    .flatMap((value) => {
      if (order === null) return typeof value === 'number' ? [value] : []
      const place = order.findIndex((each) => sameValue(each, value))
      return place < 0 ? [] : [place]
    })
    .toSorted((one, other) => one - other)
  if (places.length * 2 <= askedCount) return null
  const [low = 0, high = 0] = [places[(places.length - 1) >> 1], places[places.length >> 1]]
  const middle = halfway(low, high)
  const value = order === null ? middle : (order[middle] ?? null)
  return value !== null && schema.safeParse(value).success ? value : null
}

/** The mean of both with one decimal more than they have, which holds it: 0.15 of 0.1 and 0.2, where the sum of doubles says 0.15000000000000002. */
function halfway(low: number, high: number): number {
  if (low === high) return low
  const middle = (low + high) / 2
  const decimals = Math.max(decimalsOf(low), decimalsOf(high)) + 1
  return decimals > MOST_DECIMALS ? middle : Number(middle.toFixed(decimals))
}

/** As many as `toFixed` writes. */
const MOST_DECIMALS = 100

/** How many decimals a number is written with: 2 of 0.25, 8 of 1.5e-7. */
function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e')
  const written = digits.split('.')[1]?.length ?? 0
  return Math.max(0, written - Number(exponent))
}
