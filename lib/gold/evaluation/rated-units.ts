/** How annotators rated what systems are scored on: from a project's ledger of ratings, or from a release's file of distributions. Pure. */
import { agreementOf } from '@/lib/gold/agreement-classes'
import { ratedKeysIn } from '@/lib/protocols/made-units'
import type { EarlierGold } from '@/lib/protocols/protocol'
import { countCodes } from '@/lib/stats/count-codes'
import type { GoldItem } from './scoring/evaluation'
import type { AgreedValue } from './scoring/rules'

interface RatedBy {
  /** The codes that annotators gave what was rated under any of these keys, one for each annotator; none where nobody did. */
  votesUnder: (keys: ReadonlySet<string>) => readonly number[]
  /** How many codes there are. */
  categories: number
  /** The keys of units that people decided, instead of just agreeing. */
  settled?: readonly string[]
}

/** Of each unit that has answers in the gold of a stage. */
export function ratedUnits(
  { units = [], answers = {} }: Partial<EarlierGold[string]> = {},
  { votesUnder, categories, settled = [] }: RatedBy,
): Required<Pick<GoldItem, 'agreed' | 'ratings'>> {
  const agreed = new Map<string, readonly AgreedValue[]>()
  const ratings = new Map<string, readonly number[]>()
  const keysOf = ratedKeysIn(answers)
  const isSettled = new Set(settled)
  for (const key of new Set([...units.map((unit) => unit.key), ...Object.keys(answers)])) {
    const votes = votesUnder(keysOf(key))
    const agreement = agreementOf(votes)
    if (agreement) ratings.set(key, countCodes(votes, categories))
    agreed.set(key, [...(agreement ? [agreement] : []), ...(isSettled.has(key) ? (['settled'] as const) : [])])
  }
  return { agreed, ratings }
}
