/** Draws for responses whose units resemble each other: what plans, and trials of intervals and tests, are made of. */
import { seededRandom } from './seeded-random'

export interface ResponseDraws {
  /** A whole number from 0 to size - 1. */
  below(size: number): number
  /** 1 with this chance, else 0. */
  says(chance: number): number
  /**
   * The share of a kind among the units of one response, from a beta distribution with the mean `prevalence`; drawn anew for each response it
   * gives its units the intraclass correlation `alikeness`, between 0 and 1 (Skellam 1948, J. R. Stat. Soc. B 10:257).
   */
  share(prevalence: number, alikeness: number): number
  /** Of the standard normal distribution (Box & Muller 1958, Ann. Math. Stat. 29:610). */
  normal(): number
}

/** The same seed gives the same draws. */
export function responseDraws(seed: number): ResponseDraws {
  const next = seededRandom(seed)
  const uniform = () => (next(2 ** 31) + 0.5) / 2 ** 31
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
  const gamma = gammaDraws(uniform, normal)
  return {
    below: next,
    says: (chance) => Number(uniform() < chance),
    share: (prevalence, alikeness) => {
      const spread = 1 / alikeness - 1
      const [kind, other] = [gamma(prevalence * spread), gamma((1 - prevalence) * spread)]
      return kind / (kind + other)
    },
    normal,
  }
}

/** Marsaglia & Tsang 2000, ACM Trans. Math. Softw. 26:363. */
function gammaDraws(uniform: () => number, normal: () => number) {
  const draw = (shape: number): number => {
    if (shape < 1) return draw(shape + 1) * uniform() ** (1 / shape)
    const d = shape - 1 / 3
    const c = 1 / Math.sqrt(9 * d)
    for (;;) {
      const x = normal()
      const v = (1 + c * x) ** 3
      if (v > 0 && Math.log(uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
    }
  }
  return draw
}
