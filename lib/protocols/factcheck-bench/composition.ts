/** What a Factcheck-Bench dataset consists of, in the tables and figures in which the paper describes its own. */
import type { Composition } from '@/lib/protocols/protocol'
import { countedOf } from './composition/counted'
import { decomposition } from './composition/decomposition'
import { decomposeDistributions, verifyDistributions } from './composition/distributions'
import { revision } from './composition/revision'
import { bothRules, responseSizes, responses, sizes } from './composition/sizes'
import { ruleKeys } from './labels'

export const composition: Composition = {
  content: ['source'],
  panels(golds, rule) {
    const rows = golds.map(countedOf).filter(({ decompose }) => decompose !== null)
    if (rows.length === 0) return []
    const by = ruleKeys.find((key) => key === rule) ?? 'released'
    const isVerified = rows.some(({ verify }) => verify !== null)
    const isMerged = rows.some(({ merge }) => merge !== null)
    const isSuggested = rows.some(({ suggested }) => suggested.length > 0)
    return [
      sizes(rows),
      ...(isVerified ? [responses(rows, by), bothRules(rows)] : []),
      ...decomposeDistributions(rows),
      ...(isVerified ? verifyDistributions(rows) : []),
      responseSizes(rows),
      ...(isMerged ? [revision(rows)] : []),
      ...(isSuggested ? [decomposition(rows)] : []),
    ]
  },
}
