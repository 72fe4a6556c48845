import { type ClaimPair, matchClaims } from './claim-alignment'
import { cohenKappa } from './cohen-kappa'
import { confusionMatrix } from './confusion-matrix'
import { percentAgreement } from './percent-agreement'
import { type Label, ratingsOf } from './ratings'
import type { UndefinedReason } from './result'
import { StatsInputError } from './stats-input-error'

export interface AlignedLabelAgreement {
  readonly pairs: readonly ClaimPair[]
  readonly matched: number
  /** Share of each list's claims that have a partner; null for an empty list. */
  readonly coverageA: number | null
  readonly coverageB: number | null
  /** Share of the pairs with equal labels, and Cohen's kappa over them; null with the reason below. */
  readonly labelAgreement: number | null
  readonly labelKappa: number | null
  /** Why the kappa, and without a pair the agreement, has no value. */
  readonly reason?: UndefinedReason
}

/**
 * Agreement of two annotators who each wrote their own claims: the lists are matched as in `matchClaims`, then the labels
 * of matched claims are compared. It says nothing about claims without a partner: report it with the coverage. For
 * protocol files: no report shows it yet.
 * Undefined: `no-pairable-units` without a pair, `no-variation` as in `cohenKappa`.
 * @throws StatsInputError if the labels are not as many as the claims, or not among the categories.
 */
export function alignedLabelAgreement(
  similarity: readonly (readonly number[])[],
  labelsA: readonly Label[],
  labelsB: readonly Label[],
  options: { readonly threshold: number; readonly categories?: readonly Label[] | undefined },
): AlignedLabelAgreement {
  if (labelsA.length !== similarity.length || similarity.some((row) => row.length !== labelsB.length)) {
    throw new StatsInputError('length-mismatch', 'The labels are not as many as the claims')
  }
  const pairs = matchClaims(similarity, options.threshold)
  const units = pairs.map(([left, right]) => [labelsA[left] ?? null, labelsB[right] ?? null])
  const ratings = ratingsOf(units, { categories: options.categories })
  const kappa = pairs.length === 0 ? noPair : cohenKappa(confusionMatrix(ratings))
  return {
    pairs,
    matched: pairs.length,
    coverageA: labelsA.length === 0 ? null : pairs.length / labelsA.length,
    coverageB: labelsB.length === 0 ? null : pairs.length / labelsB.length,
    labelAgreement: percentAgreement(ratings).value,
    labelKappa: kappa.value,
    ...(kappa.value === null && { reason: kappa.reason }),
  }
}

const noPair = { value: null, reason: 'no-pairable-units' } as const
