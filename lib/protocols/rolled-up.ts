import { withMadeUnits } from './made-units'
import type { Answers, Json, Stage, Subject, Vote } from './protocol'

/** What gold is made of: settled answers, or, in a stage of votes, what people voted. */
export interface GoldContent {
  answers: Answers
  votes?: readonly Vote[] | null
}

/** What a stage derives from its gold: its roll-up, or the tally of its votes. `subject`: with the task's own units. */
export function rolledUp(stage: Stage, subject: Subject, { answers, votes }: GoldContent): { [key: string]: Json } {
  if (!votes) return stage.rollUp(withMadeUnits(stage, subject, answers), answers)
  return stage.tally?.(subject, votes) ?? {}
}
