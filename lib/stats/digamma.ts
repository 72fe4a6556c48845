/**
 * The digamma function for x > 0: recurrence up to 10, then the asymptotic series to the term in x^-12, with an error below 1e-13.
 * Abramowitz & Stegun 1964, 6.3.5 and 6.3.18.
 */
export function digamma(x: number): number {
  let shiftedX = x
  let below = 0
  while (shiftedX < 10) {
    below -= 1 / shiftedX
    shiftedX += 1
  }
  const r = 1 / (shiftedX * shiftedX)
  const series = r * (1 / 12 - r * (1 / 120 - r * (1 / 252 - r * (1 / 240 - r * (1 / 132 - (r * 691) / 32760)))))
  return below + Math.log(shiftedX) - 1 / (2 * shiftedX) - series
}
