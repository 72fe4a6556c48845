'use client'
import { type Outbox, type OutboxTransport, openOutbox } from '@/lib/annotation/outbox/outbox'
import type { OutboxEntry, OutboxOutcome } from '@/lib/annotation/outbox/outbox-entry'
import { REQUEST_LIMIT_MS } from '@/lib/annotation/outbox/send-schedule'
import { ApiError, isNotAsShown } from '@/lib/platform/client/api-error'
import { type CallOptions, call } from '@/lib/platform/client/fetch-json'
import { openWorkbenchEndpoint, saveAnswerEndpoint, saveAnswersEndpoint, savedAnswerSchema } from './contract'
import { takenBackFirst } from './submission/taking-back'

const currentSchema = savedAnswerSchema.pick({ value: true, revision: true, savedAt: true })

/** This tab's outbox for a person's answers; one for all their tasks. Browser only. */
export const answersOutbox = (userId: string): Outbox => openOutbox(userId, { transport: answersTransport(userId) })

const outdated = new Set<(taskId: string) => void>()

/** Calls back with a task whose changes are refused because it is not as its page shows it; returns how to stop. */
export function onOutdatedTask(heard: (taskId: string) => void): () => void {
  outdated.add(heard)
  return () => void outdated.delete(heard)
}

/**
 * Sends somebody's changes, as theirs: another tab may have signed somebody else in. Those to an annotation that was begun
 * without the network open it first: the server did not know of it. What changes a submission that is being taken back waits for that.
 */
export const answersTransport =
  (userId: string): OutboxTransport =>
  async (to, entries, { keepalive }) => {
    await takenBackFirst(to.annotationId)
    const limits = (): CallOptions => ({ keepalive, as: userId, signal: AbortSignal.timeout(REQUEST_LIMIT_MS) })
    try {
      return await openedFirst(to, limits, () => sendOnce(to, entries, limits()))
    } catch (error) {
      if (isNotAsShown(error)) for (const heard of outdated) heard(to.taskId)
      throw error
    }
  }

/** Sends something of an annotation; where the server says that it was not opened, opens it and sends once more. */
export async function openedFirst<Answer>(
  to: Parameters<OutboxTransport>[0],
  limits: () => CallOptions,
  send: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.data?.unopened !== true) throw error
    const opened = await call(openWorkbenchEndpoint, { params: { taskId: to.taskId } }, limits())
    if (opened.annotationId !== to.annotationId) throw error
    return send()
  }
}

/** One change goes as one PATCH; several go together. A request that hangs counts as failed. */
async function sendOnce(
  { taskId, annotationId }: Parameters<OutboxTransport>[0],
  entries: readonly OutboxEntry[],
  options: CallOptions,
): Promise<OutboxOutcome[]> {
  const [only, ...others] = entries
  if (only && others.length === 0) {
    return [
      await call(saveAnswerEndpoint, { params: { taskId }, body: { annotationId, ...bodyOf(only) } }, options).then(
        (saved): OutboxOutcome => ({ status: 'saved', ...saved }),
        (error: unknown) => outcomeOfFailure(only, error),
      ),
    ]
  }
  const { outcomes } = await call(
    saveAnswersEndpoint,
    { params: { taskId }, body: { annotationId, answers: entries.map(bodyOf) } },
    options,
  )
  return outcomes
}

const bodyOf = ({ unit, question, value, base, origin, suggestionId, step }: OutboxEntry) => ({
  unit,
  question,
  value,
  expectedRevision: base,
  origin,
  suggestionId,
  step,
})

function outcomeOfFailure({ unit, question }: OutboxEntry, error: unknown): OutboxOutcome {
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'rule') return { status: 'refused', unit, question, message: error.message }
  const current = error.code === 'revision_conflict' ? currentSchema.safeParse(error.problem.data?.current) : null
  if (!current?.success) throw error
  return { status: 'conflict', unit, question, ...current.data }
}
