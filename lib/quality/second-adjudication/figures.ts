/** From pairs of decisions to how far two adjudicators agree. Pure. */
import type { Json } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { clusteredShare } from '@/lib/stats/clustered-share'
import type { Alike } from './contract'

/** One question on one unit that the first or the second person had to settle. */
export interface DecidedTwice {
  taskId: string
  stage: string
  question: string
  /** null: not asked of this one, as they had settled what comes before. */
  first: Json
  second: Json
}

/** Were both asked, so that their values can be compared? */
export const isCompared = ({ first, second }: Pick<DecidedTwice, 'first' | 'second'>): boolean =>
  first !== null && second !== null

export const isAlike = ({ first, second }: Pick<DecidedTwice, 'first' | 'second'>): boolean => sameValue(first, second)

/** The share of questions decided alike, with tasks as clusters. */
export function alikeOf(decided: readonly DecidedTwice[]): Alike {
  const compared = decided.filter(isCompared)
  const tasks = new Map<string, { n: number; successes: number }>()
  for (const each of compared) {
    const { n, successes } = tasks.get(each.taskId) ?? { n: 0, successes: 0 }
    tasks.set(each.taskId, { n: n + 1, successes: successes + (isAlike(each) ? 1 : 0) })
  }
  const { value, low, high, n, clusters } = clusteredShare([...tasks.values()])
  return { compared: n, alike: compared.filter(isAlike).length, tasks: clusters, share: value, low, high }
}
