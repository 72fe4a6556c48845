/**
 * Submissions that are being taken back where it is not known whether the server has them: it is asked until it answers, or the time is
 * over. While the server holds a submission it takes no answers to it, so what is changed meanwhile is sent after that.
 */
import { noteConfirmed, SUBMITTED } from '@/lib/annotation/outbox/local-store'
import { ApiError, isPassing } from '@/lib/platform/client/api-error'
import { forgetHeld } from './held-store'

const TRY_AGAIN_MS = 1000
/** The server holds a submission for at most 300 seconds (`ASSAY_TAKE_BACK_SECONDS`); one that left late is on its way for a while besides. */
const LONGEST_MS = 360_000

/** What came of taking back: `not taken back` has the server's reason, null where it never answered; `ended`: it was submitted again. */
export type TakeBackOutcome =
  | { kind: 'taken back' }
  | { kind: 'not taken back'; reason: string | null }
  | { kind: 'ended' }

/** The latest try of each annotation: rejected where the server could not be reached. */
const tries = new Map<string, Promise<void>>()

/** Resolves when nothing of this annotation is being taken back. Throws what kept the last try from the server. */
export const takenBackFirst = (annotationId: string): Promise<void> => tries.get(annotationId) ?? Promise.resolve()

/** It is to be submitted after all: nothing is tried any more once this resolves. */
export async function endTakingBack(annotationId: string): Promise<void> {
  const last = tries.get(annotationId)
  tries.delete(annotationId)
  await last?.catch(() => {})
}

/** Asks with `send`, as whose it is, until the server has answered. */
export async function keepTakingBack(
  userId: string,
  annotationId: string,
  send: () => Promise<void>,
): Promise<TakeBackOutcome> {
  const begunAt = performance.now()
  while (performance.now() - begunAt < LONGEST_MS) {
    const outcome = send().then(
      (): TakeBackOutcome => ({ kind: 'taken back' }),
      (error: unknown): TakeBackOutcome => {
        if (!(error instanceof ApiError) || isPassing(error)) throw error
        if (error.code === 'conflict') {
          noteConfirmed(userId, annotationId, SUBMITTED)
          forgetHeld(userId, annotationId)
        }
        return { kind: 'not taken back', reason: error.message }
      },
    )
    const answered = outcome.then(() => {})
    // Nobody may be waiting for it.
    answered.catch(() => {})
    tries.set(annotationId, answered)
    const result = await outcome.catch(() => null)
    if (tries.get(annotationId) !== answered) return { kind: 'ended' }
    if (result) {
      tries.delete(annotationId)
      return result
    }
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
    if (tries.get(annotationId) !== answered) return { kind: 'ended' }
  }
  tries.delete(annotationId)
  return { kind: 'not taken back', reason: null }
}
