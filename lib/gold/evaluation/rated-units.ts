/** How annotators rated what systems are scored on: from a project's ledger of ratings, or from a release's file of distributions. Pure. */
import { agreementOf } from '@/lib/gold/agreement-classes'
import { ratedKeysOf } from '@/lib/protocols/made-units'
import type { EarlierGold } from '@/lib/protocols/protocol'
import type { GoldItem } from './scoring/evaluation'

/**
 * Of each unit that has answers in the gold of a stage. `counts`: how often each category was given, by the key of the unit that was rated;
 * `settled`: the keys of units that people decided, instead of just agreeing.
 */
export function ratedUnits(
  { units = [], answers = {} }: Partial<EarlierGold[string]> = {},
  counts: Readonly<Record<string, readonly number[]>>,
  settled: readonly string[],
): Required<Pick<GoldItem, 'agreed' | 'ratings'>> {
  const keys = [...new Set([...units.map(({ key }) => key), ...Object.keys(answers)])]
  const ratings = new Map(
    keys.flatMap((key) => {
      const sum = sumOf([...ratedKeysOf(answers, key)].flatMap((each) => (counts[each] ? [counts[each]] : [])))
      return sum.length === 0 ? [] : [[key, sum] as const]
    }),
  )
  const agreed = new Map(
    keys.map((key) => {
      const given = (ratings.get(key) ?? []).flatMap((count, code) => new Array<number>(count).fill(code))
      const agreement = agreementOf(given)
      return [key, [...(agreement ? [agreement] : []), ...(settled.includes(key) ? (['settled'] as const) : [])]]
    }),
  )
  return { agreed, ratings }
}

const sumOf = (counts: readonly (readonly number[])[]): number[] =>
  (counts[0] ?? []).map((_, code) => counts.reduce((sum, each) => sum + (each[code] ?? 0), 0))

/** How often each of so many categories is among these codes. */
export const countCodes = (codes: readonly number[], categories: number): number[] =>
  Array.from({ length: categories }, (_, code) => codes.filter((each) => each === code).length)
