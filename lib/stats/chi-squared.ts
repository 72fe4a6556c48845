/**
 * The chance of a chi-squared variable with one degree of freedom above x: erfc(sqrt(x / 2)). Continued fraction of
 * erfc from 2 on (Abramowitz & Stegun 1964, 7.1.14), its series below (7.1.6); relative error under 1e-12.
 */
export function upperTailOfChiSquared1(x: number): number {
  if (x <= 0) return 1
  const z = Math.sqrt(x / 2)
  return z < 2 ? 1 - erf(z) : erfcOfLarge(z)
}

function erf(z: number): number {
  let term = z
  let sum = z
  for (let n = 1; Math.abs(term) > 1e-17 * sum; n++) {
    term *= (2 * z * z) / (2 * n + 1)
    sum += term
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-z * z) * sum
}

function erfcOfLarge(z: number): number {
  let below = z
  for (let n = 120; n >= 1; n--) below = z + n / 2 / below
  return Math.exp(-z * z) / Math.sqrt(Math.PI) / below
}
