import type { Answers, Json, Subject } from '@/lib/protocols/protocol'
import { ITEM, written } from './fields'
import { mergeResponse } from './merge-response'

/** What the third stage's gold is counted by. */
export function mergeRollUp(subject: Subject, answers: Answers): { [key: string]: Json } {
  return { revisedResponse: written(answers, ITEM, 'response') ?? mergeResponse(subject, answers).text }
}
