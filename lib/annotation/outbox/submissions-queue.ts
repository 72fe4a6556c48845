'use client'
import { answersOutbox } from './answers-outbox'
import { clock } from './open-outbox'
import { sendSubmission } from './send-submission'
import { WaitingSubmissions } from './waiting-submissions'

const queues = new Map<string, WaitingSubmissions>()

/** This tab's waiting submissions of a person. Browser only. */
export function submissionsQueue(userId: string): WaitingSubmissions {
  const known = queues.get(userId)
  if (known) return known
  const { outbox } = answersOutbox(userId)
  const queue = new WaitingSubmissions({
    stateOf: (annotationId) => outbox.status(annotationId).state,
    submit: (submission) => sendSubmission(userId, submission),
    lastEdit: (annotationId) => Math.max(0, ...outbox.entries(annotationId).map(({ editedAt }) => editedAt)),
    clock,
  })
  outbox.subscribe(() => queue.wake())
  window.addEventListener('online', () => queue.wake())
  window.addEventListener('beforeunload', (event) => {
    // What the server refused too: nothing but this tab knows that it was to be submitted.
    if (queue.all().length > 0) event.preventDefault()
  })
  queues.set(userId, queue)
  return queue
}
