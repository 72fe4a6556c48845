import type { Answers, Json, Subject } from '@/lib/protocols/protocol'
import { responseLabels } from './labels'

/** What the second stage's gold is counted by. `subject` holds the listed evidence. */
export function verifyRollUp(subject: Subject, answers: Answers): { [key: string]: Json } {
  return { response: responseLabels(subject, answers) }
}
