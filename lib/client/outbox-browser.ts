'use client'
import canonicalize from 'canonicalize'
import { z } from 'zod'
import { saveAnswerEndpoint, saveAnswersEndpoint, savedAnswerSchema } from '@/lib/annotations/contract'
import { ApiError } from './api-error'
import { call } from './fetch-json'
import { Outbox } from './outbox'
import {
  entryKey,
  type OutboxClock,
  type OutboxEntry,
  type OutboxOutcome,
  type OutboxStorage,
  type OutboxTransport,
} from './outbox-entry'

const REQUEST_LIMIT_MS = 20_000
const currentSchema = savedAnswerSchema.pick({ value: true, revision: true, savedAt: true })
const newsSchema = z.object({ annotationId: z.string(), value: savedAnswerSchema })

/** The server's present value of a field, heard of in this tab or another. */
export type ServerValue = z.infer<typeof savedAnswerSchema>
type ServerValueListener = (annotationId: string, value: ServerValue) => void

export interface BrowserOutbox {
  outbox: Outbox
  /**
   * Calls back with what the server holds, whenever it says so, and first with what it said before: kept changes are sent
   * while the page still wakes up, and the answer may be there before anybody listens. Returns how to stop.
   */
  onServerValue(listener: ServerValueListener): () => void
}

const outboxes = new Map<string, BrowserOutbox>()

/** This tab's outbox for a person; one for all their tasks. Browser only. */
export function outboxOf(userId: string): BrowserOutbox {
  const known = outboxes.get(userId)
  if (known) return known
  const listeners = new Set<ServerValueListener>()
  const heard = new Map<string, Parameters<ServerValueListener>>()
  const tell: ServerValueListener = (annotationId, value) => {
    const key = entryKey({ annotationId, ...value })
    const [, known] = heard.get(key) ?? []
    if (!known || known.revision <= value.revision) heard.set(key, [annotationId, value])
    for (const listener of listeners) listener(annotationId, value)
  }
  const channel = new BroadcastChannel(`assay-outbox-${userId}`)
  const prefix = `assay-outbox/${userId}/`
  const outbox = new Outbox({
    storage: deviceStorage(prefix),
    clock,
    transport: sendEntries,
    same: (left, right) => canonicalize(left) === canonicalize(right),
    onServerValue: (annotationId, { unit, question, value, revision, savedAt }) => {
      const news = { unit, question, value, revision, savedAt }
      tell(annotationId, news)
      channel.postMessage({ annotationId, value: news })
    },
  })
  channel.onmessage = ({ data }) => {
    const news = newsSchema.safeParse(data).data
    if (news) tell(news.annotationId, news.value)
  }
  // The storage's own event, not a message: it comes when the change can be read here.
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(prefix)) outbox.refresh()
  })
  followThePage(outbox)
  const made: BrowserOutbox = {
    outbox,
    onServerValue: (listener) => {
      listeners.add(listener)
      for (const news of heard.values()) listener(...news)
      return () => void listeners.delete(listener)
    },
  }
  outboxes.set(userId, made)
  return made
}

/** Tries again when there is new reason to hope, and once more when the page goes. */
function followThePage(outbox: Outbox): void {
  window.addEventListener('online', () => outbox.retry())
  window.addEventListener('pagehide', () => outbox.leave())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') outbox.leave()
    else outbox.retry()
  })
}

const clock: OutboxClock = {
  now: () => Date.now(),
  after: (ms, wake) => {
    const timer = setTimeout(wake, ms)
    return () => clearTimeout(timer)
  },
}

/** The browser's local storage: synchronous, so that a key press is safe before the next one. */
export function deviceStorage(prefix: string): OutboxStorage {
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch {
      return otherwise
    }
  }
  const keys = () => Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  return {
    read: () =>
      attempt(
        () =>
          keys()
            .filter((key) => key.startsWith(prefix))
            .map((key) => [key.slice(prefix.length), localStorage.getItem(key) ?? '']),
        [],
      ),
    get: (key) => attempt(() => localStorage.getItem(prefix + key), null),
    write: (key, text) =>
      attempt(() => {
        localStorage.setItem(prefix + key, text)
        return true
      }, false),
    remove: (key) => attempt(() => localStorage.removeItem(prefix + key), undefined),
  }
}

/** One change goes as one PATCH; several go together. A request that hangs counts as failed. */
export const sendEntries: OutboxTransport = async ({ taskId, annotationId }, entries, { keepalive }) => {
  const options = { keepalive, signal: AbortSignal.timeout(REQUEST_LIMIT_MS) }
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

const bodyOf = ({ unit, question, value, base, origin, suggestionId }: OutboxEntry) => ({
  unit,
  question,
  value,
  expectedRevision: base,
  origin,
  suggestionId,
})

function outcomeOfFailure({ unit, question }: OutboxEntry, error: unknown): OutboxOutcome {
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'rule') return { status: 'refused', unit, question, message: error.message }
  const current = error.code === 'revision_conflict' ? currentSchema.safeParse(error.problem.data?.current) : null
  if (!current?.success) throw error
  return { status: 'conflict', unit, question, ...current.data }
}
