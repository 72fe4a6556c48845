import { checkCount } from './ratings'
import type { Stat } from './result'
import { StatsInputError } from './stats-input-error'
import type { ClaimCounts } from './veriscore-counts'

/** How many claims a full answer has: a number, the upper median or the largest number of claims of the responses. */
export type VeriscoreK = number | 'median' | 'max'

export interface ResponseScore {
  /** null for a response without claims, which has no precision and is left out of the mean. */
  readonly precision: number | null
  readonly recall: number
  readonly f1: number
}

export type VeriscoreF1k = Stat<
  { k: number | null },
  { perResponse: readonly ResponseScore[]; meanPrecision: number | null; meanRecall: number }
>

/**
 * VeriScore, the mean of F1@K over responses: P = S / total, R@K = min(S / K, 1), F1@K = 2 P R / (P + R), or 0 if S = 0.
 * Song et al. 2024, VeriScore: Evaluating the factuality of verifiable claims in long-form text generation. K from the
 * responses is their code's: per domain, over all models. Abstained responses are to be removed before.
 * Undefined: `empty` without responses; `k-is-zero`.
 * @throws StatsInputError for counts that are not whole numbers, more supported than total, or K below 0.
 */
export function veriscoreF1k(responses: readonly ClaimCounts[], options: { readonly k: VeriscoreK }): VeriscoreF1k {
  responses.forEach(checkClaims)
  const noFigures = { perResponse: null, meanPrecision: null, meanRecall: null }
  if (responses.length === 0) return { value: null, reason: 'empty', k: null, ...noFigures }
  const k = cutOff(responses, options.k)
  if (k === 0) return { value: null, reason: 'k-is-zero', k, ...noFigures }
  const perResponse = responses.map((response) => scoreOf(response, k))
  const precisions = perResponse.map(({ precision }) => precision).filter((precision) => precision !== null)
  return {
    value: mean(perResponse.map(({ f1 }) => f1)),
    k,
    perResponse,
    meanPrecision: precisions.length === 0 ? null : mean(precisions),
    meanRecall: mean(perResponse.map(({ recall }) => recall)),
  }
}

function checkClaims({ supported, total }: ClaimCounts): void {
  checkCount(supported)
  checkCount(total)
  if (supported > total) throw new StatsInputError('invalid-count', `${supported} of ${total} claims are supported`)
}

function cutOff(responses: readonly ClaimCounts[], k: VeriscoreK): number {
  const totals = responses.map(({ total }) => total).sort((one, other) => one - other)
  if (k === 'max') return totals.at(-1) ?? 0
  if (k === 'median') return totals[Math.floor(totals.length / 2)] ?? 0
  if (!(Number.isFinite(k) && k >= 0)) throw new StatsInputError('invalid-option', `${k} is not a number of claims`)
  return k
}

function scoreOf({ supported, total }: ClaimCounts, k: number): ResponseScore {
  const precision = total === 0 ? null : supported / total
  const recall = Math.min(supported / k, 1)
  if (precision === null || supported === 0) return { precision, recall, f1: 0 }
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
