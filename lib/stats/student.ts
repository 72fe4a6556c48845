import { StatsInputError } from './stats-input-error'

const cachedValues = new Map<string, number>()

/**
 * The t that a Student variable of so many degrees of freedom lies within, on both sides, with this chance: 2.262 for 9 and 0.95. The
 * distribution by its finite series (Abramowitz & Stegun 1964, 26.7.3 and 26.7.4), inverted by halving to the last digit.
 * @throws StatsInputError for degrees that are no whole number from 1, or a chance not between 0 and 1.
 */
export function studentWithin(chance: number, degrees: number): number {
  if (!Number.isInteger(degrees) || degrees < 1)
    throw new StatsInputError('invalid-option', `${degrees} is not a number of degrees of freedom`)
  if (!(chance > 0 && chance < 1))
    throw new StatsInputError('invalid-option', `${chance} is not a chance between 0 and 1`)
  const key = `${chance} ${degrees}`
  const found = cachedValues.get(key) ?? inverted(chance, degrees)
  cachedValues.set(key, found)
  return found
}

/** By the angle whose tangent is t over the root of the degrees. */
function inverted(chance: number, degrees: number): number {
  let [low, high] = [0, Math.PI / 2]
  for (;;) {
    const angle = (low + high) / 2
    if (angle <= low || angle >= high) return Math.tan(angle) * Math.sqrt(degrees)
    if (within(angle, degrees) < chance) low = angle
    else high = angle
  }
}

function within(angle: number, degrees: number): number {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  const isOdd = degrees % 2 === 1
  let term = isOdd ? cosine : 1
  let sum = degrees === 1 ? 0 : term
  for (let k = isOdd ? 3 : 2; k < degrees && term > 0; k += 2) {
    term *= ((k - 1) / k) * cosine ** 2
    sum += term
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum
}
