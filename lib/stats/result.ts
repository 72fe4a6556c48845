/**
 * Why a statistic has no value for valid input:
 * - `no-pairable-units`: nothing was rated twice
 * - `no-variation`: chance agreement is 1, or the expected disagreement is 0
 * - `single-category-universe`: only one category is declared, so nothing can be told apart
 * - `k-is-zero`: the cut-off K of a score at K is 0
 * - `empty`: there is nothing to summarise
 */
export type UndefinedReason = 'no-pairable-units' | 'no-variation' | 'single-category-universe' | 'k-is-zero' | 'empty'

type NoFigures = Record<never, never>

/** A value, or null with the reason. Never NaN, never a stand-in such as 0 or 1. */
export type Estimate = { readonly value: number } | { readonly value: null; readonly reason: UndefinedReason }

/**
 * An estimate with its companions: `Counts` are always there (how much data), `Figures` accompany the value and may
 * be null when the value is.
 */
export type Stat<Counts extends object = NoFigures, Figures extends object = NoFigures> = Readonly<Counts> &
  (
    | ({ readonly value: number } & Readonly<Figures>)
    | ({ readonly value: null; readonly reason: UndefinedReason } & {
        readonly [F in keyof Figures]: Figures[F] | null
      })
  )
