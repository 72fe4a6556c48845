'use client'
import canonicalize from 'canonicalize'
import { z } from 'zod'
import { savedAnswerSchema } from '@/lib/annotation/annotations/contract'
import { type Confirmed, lastConfirmed, noteConfirmed } from './last-confirmed'
import { LastHeard } from './last-heard'
import { Outbox, type OutboxOptions } from './outbox'
import type { OutboxClock, OutboxStorage } from './outbox-entry'

/** How long a request may take before it counts as failed. */
export const REQUEST_LIMIT_MS = 20_000

const newsSchema = z.object({ annotationId: z.string(), value: savedAnswerSchema })

/** The server's present value of a field, heard of in this tab or another. */
export type ServerValue = z.infer<typeof savedAnswerSchema>
type ServerValueListener = (annotationId: string, value: ServerValue) => void

export interface BrowserOutbox {
  outbox: Outbox
  /**
   * Calls back with what the server holds, whenever it says so, and first with what it said before of the last tasks: kept changes
   * are sent while the page still wakes up, and the answer may be there before anybody listens. Returns how to stop.
   */
  onServerValue(listener: ServerValueListener): () => void
  /** What the server last confirmed to this browser of an annotation: what a page was drawn from may be older. */
  lastConfirmed(annotationId: string): Confirmed | null
}

const outboxes = new Map<string, BrowserOutbox>()

/** This tab's outbox of a name, made when it is first asked for; what it holds is kept under that name. Browser only. */
export function openOutbox(name: string, options: Pick<OutboxOptions, 'transport' | 'batch'>): BrowserOutbox {
  const known = outboxes.get(name)
  if (known) return known
  const listeners = new Set<ServerValueListener>()
  const heard = new LastHeard<ServerValue>()
  const tell: ServerValueListener = (annotationId, value) => {
    heard.hear(annotationId, value)
    for (const listener of listeners) listener(annotationId, value)
  }
  const channel = new BroadcastChannel(`assay-outbox-${name}`)
  const prefix = `assay-outbox/${name}/`
  const outbox = new Outbox({
    storage: deviceStorage(prefix),
    clock,
    ...options,
    same: (left, right) => canonicalize(left) === canonicalize(right),
    onServerValue: (annotationId, { unit, question, value, revision, savedAt }) => {
      const news = { unit, question, value, revision, savedAt }
      // Before the change leaves the outbox: a page that finds no change there finds this.
      noteConfirmed(name, annotationId, { unit, question, revision })
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
      for (const news of heard.all()) listener(...news)
      return () => void listeners.delete(listener)
    },
    lastConfirmed: (annotationId) => lastConfirmed(name, annotationId),
  }
  outboxes.set(name, made)
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

export const clock: OutboxClock = {
  now: () => performance.now(),
  timeOfDay: () => Date.now(),
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
