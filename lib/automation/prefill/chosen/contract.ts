/** What a run would take of the items that somebody chose in their list. Sent with the page, no endpoint's answer. */

/** Why an item is not taken, by the first reason that holds. */
export type RunLeftReason = 'discarded' | 'none' | 'submitted' | 'annotated'

export interface ChosenTasks {
  stage: string
  /** Tasks that nobody has submitted, and how many of them have suggestions of a run already. */
  taken: number
  suggested: number
  /** Tasks that the reader annotates: they are taken unless somebody has submitted, which is not told here. */
  own: number
  left: { reason: RunLeftReason; items: number }[]
}
