/**
 * The outbox of the workbench and of the desk: every change goes in here before anything else and leaves when the server has it.
 * docs/decisions/005-drafts-and-revisions.md says why it works, 033-one-outbox.md why it is our own.
 *
 * What becomes of a field's entry. An entry is `waiting` to be sent (again), in `conflict` with what somebody else wrote, or
 * `refused`; a field without one is `saved`. `outbox.test.ts` reads this table and tries every cell of it.
 *
 * | event        | what happens                                              | saved   | waiting  | conflict | refused  |
 * |--------------|-----------------------------------------------------------|---------|----------|----------|----------|
 * | put          | the field is changed                                      | waiting | waiting  | conflict | waiting  |
 * | hold         | it is changed to what cannot be saved as it is            | refused | refused  | conflict | refused  |
 * | send         | a request for the annotation goes out                     | saved   | waiting  | conflict | refused  |
 * | lost         | it fails in passing: it may have arrived, or not          | saved   | waiting  | conflict | refused  |
 * | to confirm   | it waits for guidelines or practice that come first       | saved   | waiting  | conflict | refused  |
 * | has this     | the server has the entry's value                          | saved   | saved    | saved    | saved    |
 * | has earlier  | the server has what was sent before the entry was changed | saved   | waiting  | conflict | refused  |
 * | has other    | the server has what somebody else wrote                   | saved   | conflict | conflict | conflict |
 * | has list     | it is a list that can be put together with the entry's    | saved   | waiting  | waiting  | refused  |
 * | has outdated | it is older than what the entry goes on from by now       | saved   | waiting  | conflict | refused  |
 * | refuses      | the server does not take it                               | saved   | refused  | conflict | refused  |
 * | refuses old  | the server does not take what it was before that change   | saved   | waiting  | conflict | refused  |
 * | mine         | a person chooses it                                       | saved   | waiting  | waiting  | waiting  |
 * | theirs       | a person chooses what the server has                      | saved   | saved    | saved    | saved    |
 * | reload       | the page is opened again                                  | saved   | waiting  | conflict | waiting  |
 *
 * What always holds. The tests of `outbox.test.ts` bear these numbers; the last two hold by what is wired to the outbox, and are
 * tested there.
 * 1. Nothing is lost: the server ends with the last edit of every field, whatever fails, is lost, late or reloaded.
 * 2. A change is on the device before `put` returns, and its value among `sent` before a request goes out.
 * 3. Only what is waiting is sent: in order, one request an annotation at a time, never of two annotations in one.
 * 4. What somebody else wrote is shown and never overwritten, unless a person says so.
 * 5. What this device sent itself is no conflict, and of two lists nothing is lost.
 * 6. What is refused stays until it is let go of, and holds nothing else up.
 * 7. A reload keeps what waits.
 * 8. A tab leaves another its change for ten seconds, then takes it over.
 * 9. A device's clock that is put on or back holds nothing up.
 * 10. What the server confirms reaches everybody who listens, afterwards too.
 * 11. With turns, no two tabs send at once; what may have arrived is looked for, so that what is sent again is said once.
 * 12. Nobody's entries are sent as another's: lib/annotation/annotations/answers-outbox.test.tsx,
 *     lib/adjudication/consolidation/waiting/choices-outbox.test.tsx
 * 13. A submission that waits is taken back by a later change, in another tab too:
 *     lib/annotation/annotations/waiting-submissions.test.ts
 */
'use client'
import type { Json } from '@/lib/protocols/protocol'
import {
  type Confirmed,
  deviceStorage,
  inTurn,
  joinTabs,
  LastHeard,
  LocalStore,
  type OtherTabs,
  type OutboxStorage,
} from './local-store'
import {
  afterChoice,
  afterOutcome,
  afterPut,
  afterReload,
  afterSend,
  entryKey,
  entryState,
  type OutboxChange,
  type OutboxEntry,
  type OutboxOutcome,
  type OutboxStatus,
  type ServerValue,
  stateOfAll,
} from './outbox-entry'
import { clock, type Gate, type OutboxClock, SendQueue, SendSchedule } from './send-schedule'

/** An annotation of a task, or a round of a task at the desk: what is sent together and in order. */
export type Recipient = Pick<OutboxEntry, 'taskId' | 'annotationId'>

/** Sends changes of one annotation, in order, and returns an outcome for each. Throws ApiError. */
export type OutboxTransport = (
  to: Recipient,
  entries: readonly OutboxEntry[],
  how: {
    /** The request is to outlive the page. */
    keepalive: boolean
    /** Another tab, or an earlier page, was at work on these when their turn was asked for. */
    hasWaited: boolean
  },
) => Promise<OutboxOutcome[]>

/** In what outboxes differ. */
export interface OutboxKind {
  transport: OutboxTransport
  /** How many changes go into one request at most. */
  batch?: number
  /** Changes are sent in the order in which they were last made; otherwise a field keeps its place while it waits. */
  goesLast?: boolean
  /** Tabs take turns in sending for an annotation, under a lock of this name: where no revision tells what was sent already. */
  turns?: string
}

export interface OutboxOptions extends OutboxKind {
  storage: OutboxStorage
  clock: OutboxClock
  tabs?: OtherTabs
  /** 0..1, spreads retries. */
  random?(): number
}

/** Why a change is where it is: typed (waits for a pause), and unsendable with what is wrong. */
export interface PutOptions {
  typing?: boolean
  problem?: string | null
  /** What was on screen before the change, and what of it the server held at the revision. */
  seen?: Json
  held?: Json
}

type ServerValueListener = (annotationId: string, value: ServerValue) => void

export class Outbox {
  private readonly store: LocalStore
  private readonly schedule = new SendSchedule()
  /** Fields this tab sends; another tab's are taken over when they lie about. */
  private readonly own = new Set<string>()
  private readonly queues = new Map<string, SendQueue>()
  private readonly listeners = new Set<() => void>()
  private readonly valueListeners = new Set<ServerValueListener>()
  private readonly heard = new LastHeard<ServerValue>()
  private callOff: (() => void) | null = null
  private stopped = false
  private changes = 1

  constructor(private readonly options: OutboxOptions) {
    this.store = new LocalStore(options.storage)
    for (const entry of this.store.all()) {
      this.own.add(entryKey(entry))
      if (entry.refused !== null) this.store.keep(afterReload(entry))
    }
    this.sendDue()
  }

  /** Counts up from 1 with every change: what a subscriber compares. */
  readonly version = (): number => this.changes
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /**
   * Calls back with what the server holds, whenever it says so, and first with what it said before of the last tasks: kept changes
   * are sent while the page still wakes up, and the answer may be there before anybody listens. Returns how to stop.
   */
  readonly onServerValue = (listener: ServerValueListener): (() => void) => {
    this.valueListeners.add(listener)
    for (const news of this.heard.all()) listener(...news)
    return () => void this.valueListeners.delete(listener)
  }

  /** An annotation's unsent changes, in order. */
  entries(annotationId: string): OutboxEntry[] {
    return this.store.all().filter((entry) => entry.annotationId === annotationId)
  }

  /** What is left on this device of a task's other annotations, of earlier rounds: nothing waits for it. */
  leftovers({ taskId, annotationId }: Recipient): OutboxEntry[] {
    return this.store.all().filter((entry) => entry.taskId === taskId && entry.annotationId !== annotationId)
  }

  status(annotationId: string): OutboxStatus {
    const entries = this.entries(annotationId)
    const unkept = !entries.every((entry) => this.store.isKept(entry))
    return { state: stateOfAll(entries, this.queue(annotationId).trouble), count: entries.length, unkept }
  }

  /**
   * Takes a change; it is on the device when this returns. `revision` is the server's as the screen knows it. With a
   * `problem` the change stays here, because it cannot be saved as it is.
   */
  put(change: OutboxChange, revision: number, options: PutOptions = {}): void {
    const { typing = false, problem = null, held = null, seen } = options
    const { clock, goesLast = false } = this.options
    const key = entryKey(change)
    const before = this.store.get(key)
    const end = Math.max(0, ...this.store.all().map(({ seq }) => seq)) + 1
    const editedAt = clock.timeOfDay()
    this.store.keep(afterPut(before, change, { revision, held, end, editedAt, seen, problem, goesLast }))
    this.own.add(key)
    this.schedule.edited(key, clock.now(), typing)
    this.changed()
  }

  /** Ends a conflict with one's own value or the server's; `theirs` also lets go of a refused change. */
  settle(key: string, choice: 'mine' | 'theirs'): void {
    const entry = this.store.get(key)
    if (!entry) return
    const after = afterChoice(entry, choice)
    if (after) this.store.keep(after)
    else this.store.drop(key)
    this.changed()
  }

  /** Tries an annotation's changes now, without waiting for pauses. Resolves when all are through, or the first try failed. */
  async flush(annotationId: string): Promise<void> {
    const queue = this.queue(annotationId)
    do {
      await (queue.run ?? this.start(annotationId, queue))
    } while (!this.stopped && !queue.trouble && this.sendable(annotationId).length > 0)
  }

  /** The page is being left: everything is sent once more in requests that outlive it. */
  leave(): void {
    for (const annotationId of this.recipients()) void this.attempt(annotationId, this.queue(annotationId), true)
  }

  /** The network is back, or the page in sight: everything is tried at once. */
  retry(): void {
    for (const queue of this.queues.values()) queue.retryNow()
    this.schedule.clear()
    this.sendDue()
  }

  /** Of which annotations changes are held back until something else is done first, and what. */
  heldBack(): (Gate & Recipient)[] {
    return [...this.queues].flatMap(([annotationId, { gate }]) => {
      const taskId = gate && this.entries(annotationId)[0]?.taskId
      return taskId ? [{ ...gate, taskId, annotationId }] : []
    })
  }

  /** What is held back until something else is done first is tried at once: it may be by now. */
  resume(): void {
    for (const queue of this.queues.values()) if (queue.gate) queue.retryNow()
    this.sendDue()
  }

  /** Another tab changed the storage. */
  refresh(): void {
    const { clock } = this.options
    this.store.load()
    for (const entry of this.store.all())
      if (!this.own.has(entryKey(entry))) this.schedule.leave(entry, clock.now(), clock.timeOfDay())
    this.changed()
  }

  /** What the server last confirmed to this browser of an annotation: what a page was drawn from may be older. */
  readonly lastConfirmed = (annotationId: string): Confirmed | null =>
    this.options.tabs?.lastConfirmed(annotationId) ?? null

  /** The server holds this value of a field, as an answer or another tab says. */
  hear(annotationId: string, value: ServerValue): void {
    this.heard.hear(annotationId, value)
    for (const listener of this.valueListeners) listener(annotationId, value)
  }

  /** Sends nothing any more; what is kept stays kept. */
  stop(): void {
    this.stopped = true
    this.callOff?.()
  }

  private queue(annotationId: string): SendQueue {
    const queue = this.queues.get(annotationId) ?? new SendQueue(this.options.batch)
    this.queues.set(annotationId, queue)
    return queue
  }

  private recipients(): Set<string> {
    return new Set(this.store.all().map(({ annotationId }) => annotationId))
  }

  private sendable(annotationId: string): OutboxEntry[] {
    return this.entries(annotationId).filter((entry) => entryState(entry) === 'waiting')
  }

  /** Starts what is due, and wakes up for what will be. */
  private sendDue(): void {
    this.callOff?.()
    this.callOff = null
    if (this.stopped) return
    const now = this.options.clock.now()
    let next = Number.POSITIVE_INFINITY
    for (const annotationId of this.recipients()) {
      const queue = this.queue(annotationId)
      const times = this.sendable(annotationId).map((entry) => this.schedule.at(entryKey(entry)))
      if (queue.run || times.length === 0) continue
      const dueAt = Math.max(queue.notBefore, Math.min(...times))
      if (dueAt <= now) void this.start(annotationId, queue)
      else next = Math.min(next, dueAt)
    }
    if (next < Number.POSITIVE_INFINITY) this.callOff = this.options.clock.after(next - now, () => this.sendDue())
  }

  private start(annotationId: string, queue: SendQueue): Promise<void> {
    queue.run = this.attempt(annotationId, queue, false).finally(() => {
      queue.run = null
      this.sendDue()
    })
    return queue.run
  }

  private async attempt(annotationId: string, queue: SendQueue, keepalive: boolean): Promise<void> {
    const { turns } = this.options
    const send = (hasWaited: boolean) => this.send(annotationId, queue, { keepalive, hasWaited })
    try {
      await (turns === undefined ? send(false) : inTurn(`${turns}/${annotationId}`, keepalive, send))
    } catch (error) {
      // The browser gave no turn.
      this.failed(queue, [], error)
      this.changed()
    }
  }

  private async send(
    annotationId: string,
    queue: SendQueue,
    how: { keepalive: boolean; hasWaited: boolean },
  ): Promise<void> {
    if (this.stopped && how.hasWaited) return
    this.store.load()
    const batch = this.sendable(annotationId).slice(0, queue.batch)
    const [first] = batch
    if (!first) return
    for (const entry of batch) {
      this.schedule.forget(entryKey(entry))
      this.store.keep(afterSend(entry))
    }
    this.notify()
    try {
      const outcomes = await this.options.transport(first, batch, how)
      if (this.stopped) return
      queue.answered()
      for (const outcome of outcomes) {
        const sent = batch.find((entry) => entry.unit === outcome.unit && entry.question === outcome.question)
        if (sent) this.apply(sent, outcome)
      }
    } catch (error) {
      if (!this.stopped) this.failed(queue, batch, error)
    }
    this.changed()
  }

  private apply(sent: OutboxEntry, outcome: OutboxOutcome): void {
    const key = entryKey(sent)
    const entry = this.store.get(key)
    if (outcome.status !== 'refused') {
      const { unit, question, value, revision, savedAt } = outcome
      // Before the change leaves the outbox: a page that finds no change there finds what was confirmed.
      this.options.tabs?.tell(sent.annotationId, { unit, question, value, revision, savedAt })
      this.hear(sent.annotationId, { unit, question, value, revision, savedAt })
    }
    if (!entry) return
    const after = afterOutcome(entry, sent, outcome)
    if (after) this.store.keep(after)
    else {
      this.store.drop(key)
      this.own.delete(key)
    }
  }

  private failed(queue: SendQueue, batch: readonly OutboxEntry[], error: unknown): void {
    const { clock, random = Math.random } = this.options
    const next = queue.failed(error, batch.length, clock.now(), random())
    if (next === 'again') return
    for (const sent of batch) {
      const { unit, question } = sent
      this.apply(sent, { status: 'refused', unit, question, message: next.refused })
    }
  }

  private changed(): void {
    this.notify()
    this.sendDue()
  }

  private notify(): void {
    this.changes += 1
    for (const listener of this.listeners) listener()
  }
}

const outboxes = new Map<string, Outbox>()

/** This tab's outbox of a name, made when it is first asked for; what it holds is kept under that name. Browser only. */
export function openOutbox(name: string, kind: OutboxKind): Outbox {
  const existingOutbox = outboxes.get(name)
  if (existingOutbox) return existingOutbox
  const prefix = `assay-outbox/${name}/`
  const outbox: Outbox = new Outbox({
    ...kind,
    storage: deviceStorage(prefix),
    clock,
    tabs: joinTabs(name, prefix, {
      hearValue: (annotationId, value) => outbox.hear(annotationId, value),
      seeStorage: () => outbox.refresh(),
    }),
  })
  outboxes.set(name, outbox)
  followThePage(outbox)
  return outbox
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
