/** The middle one of several answers that have an order: numbers, and the points of a scale. */
import type { Json, Question } from './protocol'
import { sameValue } from './same-value'

/**
 * null where the question is not settled so, where not more than half of those who were asked gave a value that lies in the order (an answer
 * off the scale has no place in it), and where two values are in the middle and the question has none halfway between them: of numbers
 * their mean, where it may be given.
 */
export function medianOf(
  { median, schema }: Pick<Question, 'median' | 'schema'>,
  said: readonly Json[],
  asked: number,
): Json {
  if (!median) return null
  const { order } = median
  const places = said
    .flatMap((value) => {
      if (order === null) return typeof value === 'number' ? [value] : []
      const place = order.findIndex((each) => sameValue(each, value))
      return place < 0 ? [] : [place]
    })
    .toSorted((one, other) => one - other)
  if (places.length * 2 <= asked) return null
  const [low = 0, high = 0] = [places[(places.length - 1) >> 1], places[places.length >> 1]]
  const middle = (low + high) / 2
  const value = order === null ? middle : (order[middle] ?? null)
  return value !== null && schema.safeParse(value).success ? value : null
}
