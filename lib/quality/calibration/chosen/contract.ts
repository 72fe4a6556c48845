/** What could become calibration tasks of the items that somebody chose in their list. Sent with the page, no endpoint's answer. */

/** Why an item is left out, by the first reason that holds. */
export const candidateLeftReasons = ['discarded', 'not_gold', 'counted', 'chosen'] as const
export type CandidateLeftReason = (typeof candidateLeftReasons)[number]

export interface ChosenCandidates {
  stage: string
  stageTitle: string
  could: number
  left: { reason: CandidateLeftReason; items: number }[]
}
