/**
 * Every change goes in here before anything else and leaves when the server has it: kept on the device, sent in order,
 * one request an annotation at a time, again and again until it is through. What the server holds instead is shown, never
 * overwritten. docs/decisions/005-drafts-and-revisions.md says why it works.
 */

import { ApiError } from '@/lib/platform/client/api-error'
import type { Json } from '@/lib/protocols/protocol'
import { LocalStore } from './local-store'
import {
  entryKey,
  type OutboxChange,
  type OutboxClock,
  type OutboxEntry,
  type OutboxOutcome,
  type OutboxStorage,
  type OutboxTransport,
  type PutOptions,
} from './outbox-entry'
import { afterOutcome, asSent, besideOthers, heldIn } from './outbox-outcome'
import { type OutboxStatus, stateOf } from './outbox-status'
import { backOff, isPassing, narrow, newSendQueue, recover, type SendQueue } from './send-queue'
import { SendSchedule } from './send-schedule'

type Saved = Extract<OutboxOutcome, { status: 'saved' | 'conflict' }>
export interface OutboxOptions {
  storage: OutboxStorage
  clock: OutboxClock
  transport: OutboxTransport
  /** Are two values the same, to the last blank? */
  same(left: Json, right: Json): boolean
  /** The server's present value of a field. */
  onServerValue?(annotationId: string, value: Omit<Saved, 'status'>): void
  /** How many changes go into one request at most. */
  batch?: number
  /** 0..1, spreads retries. */
  random?(): number
}

export class Outbox {
  private readonly shelf: LocalStore
  private readonly dues = new SendSchedule()
  /** Fields this tab sends; another tab's are taken over when they lie about. */
  private readonly own = new Set<string>()
  private readonly lines = new Map<string, SendQueue>()
  private readonly listeners = new Set<() => void>()
  private callOff: (() => void) | null = null
  private stopped = false
  private changes = 1

  constructor(private readonly options: OutboxOptions) {
    this.shelf = new LocalStore(options.storage)
    // A reload is a new chance for what was refused: a share may have been given again meanwhile.
    for (const entry of this.shelf.all()) {
      this.own.add(entryKey(entry))
      if (entry.refused) this.shelf.keep({ ...entry, refused: null })
    }
    this.schedule()
  }

  /** Counts up from 1 with every change: what a subscriber compares. */
  readonly version = (): number => this.changes
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** An annotation's unsent changes, in order. */
  entries(annotationId: string): OutboxEntry[] {
    return this.shelf.all().filter((entry) => entry.annotationId === annotationId)
  }

  /** What is left on this device of a task's other annotations, of earlier rounds: nothing waits for it. */
  leftovers({ taskId, annotationId }: Pick<OutboxEntry, 'taskId' | 'annotationId'>): OutboxEntry[] {
    return this.shelf.all().filter((entry) => entry.taskId === taskId && entry.annotationId !== annotationId)
  }

  status(annotationId: string): OutboxStatus {
    const entries = this.entries(annotationId)
    const unkept = !entries.every((entry) => this.shelf.isKept(entry))
    return { state: stateOf(entries, this.line(annotationId).trouble), count: entries.length, unkept }
  }

  /**
   * Takes a change; it is on the device when this returns. `revision` is the server's as the screen knows it. With a
   * `problem` the change stays here, because it cannot be saved as it is.
   */
  put(given: OutboxChange, revision: number, options: PutOptions = {}): void {
    const { typing = false, problem = null, held = null, seen, last = false } = options
    const key = entryKey(given)
    const before = this.shelf.get(key)
    const change = besideOthers(given, before, seen)
    const { clock } = this.options
    const end = Math.max(0, ...this.shelf.all().map((entry) => entry.seq)) + 1
    const seq = last ? end : (before?.seq ?? end)
    const { base, sent, conflict } = before ?? { base: revision, sent: [], conflict: null }
    const baseValue = before && !last ? before.baseValue : held
    this.shelf.keep({ ...change, base, baseValue, sent, conflict, seq, editedAt: clock.timeOfDay(), refused: problem })
    this.own.add(key)
    this.dues.edited(key, clock.now(), typing)
    this.changed()
  }

  /** Ends a conflict with one's own value or the server's; `theirs` also lets go of a refused change. */
  settle(key: string, choice: 'mine' | 'theirs'): void {
    const entry = this.shelf.get(key)
    if (!entry) return
    if (choice === 'theirs') this.shelf.drop(key)
    else this.shelf.keep({ ...entry, ...heldIn(entry), conflict: null, refused: null, sent: [] })
    this.changed()
  }

  /** Tries an annotation's changes now, without waiting for pauses. Resolves when all are through, or the first try failed. */
  async flush(annotationId: string): Promise<void> {
    const line = this.line(annotationId)
    do {
      await (line.run ?? this.start(annotationId, line))
    } while (!this.stopped && !line.trouble && this.sendable(annotationId).length > 0)
  }

  /** The page is being left: everything is sent once more in requests that outlive it. */
  leave(): void {
    for (const annotationId of new Set(this.shelf.all().map((entry) => entry.annotationId)))
      void this.attempt(annotationId, this.line(annotationId), true)
  }

  /** The network is back, or the page in sight: everything is tried at once. */
  retry(): void {
    for (const line of this.lines.values()) line.notBefore = 0
    this.dues.clear()
    this.schedule()
  }

  /** Another tab changed the storage. */
  refresh(): void {
    const { clock } = this.options
    this.shelf.load()
    for (const entry of this.shelf.all())
      if (!this.own.has(entryKey(entry))) this.dues.leave(entry, clock.now(), clock.timeOfDay())
    this.notify()
    this.schedule()
  }

  /** Sends nothing any more; what is kept stays kept. */
  stop(): void {
    this.stopped = true
    this.callOff?.()
  }

  private line(annotationId: string): SendQueue {
    const line = this.lines.get(annotationId) ?? newSendQueue(this.options.batch)
    this.lines.set(annotationId, line)
    return line
  }

  private sendable(annotationId: string): OutboxEntry[] {
    return this.entries(annotationId).filter((entry) => !entry.conflict && !entry.refused)
  }

  /** Starts what is due, and wakes up for what will be. */
  private schedule(): void {
    this.callOff?.()
    this.callOff = null
    if (this.stopped) return
    const now = this.options.clock.now()
    let next = Number.POSITIVE_INFINITY
    for (const annotationId of new Set(this.shelf.all().map((entry) => entry.annotationId))) {
      const line = this.line(annotationId)
      const dues = this.sendable(annotationId).map((entry) => this.dues.at(entryKey(entry)))
      if (line.run || dues.length === 0) continue
      const at = Math.max(line.notBefore, Math.min(...dues))
      if (at <= now) void this.start(annotationId, line)
      else next = Math.min(next, at)
    }
    if (next < Number.POSITIVE_INFINITY) this.callOff = this.options.clock.after(next - now, () => this.schedule())
  }

  private start(annotationId: string, line: SendQueue): Promise<void> {
    line.run = this.attempt(annotationId, line, false).finally(() => {
      line.run = null
      this.schedule()
    })
    return line.run
  }

  private async attempt(annotationId: string, line: SendQueue, keepalive: boolean): Promise<void> {
    this.shelf.load()
    const batch = this.sendable(annotationId).slice(0, line.batch)
    const [first] = batch
    if (!first) return
    // Written down before it is sent: after a crash the server may hold any of these.
    for (const entry of batch) {
      this.dues.forget(entryKey(entry))
      this.shelf.keep(asSent(entry, this.options.same))
    }
    this.notify()
    try {
      const outcomes = await this.options.transport(first, batch, { keepalive })
      if (this.stopped) return
      recover(line)
      for (const outcome of outcomes) {
        const sent = batch.find((entry) => entry.unit === outcome.unit && entry.question === outcome.question)
        if (sent) this.apply(sent, outcome)
      }
    } catch (error) {
      if (!this.stopped) this.failed(line, batch, error)
    }
    this.changed()
  }

  private apply(sent: OutboxEntry, outcome: OutboxOutcome): void {
    const key = entryKey(sent)
    const entry = this.shelf.get(key)
    if (outcome.status !== 'refused') this.options.onServerValue?.(sent.annotationId, outcome)
    if (!entry) return
    const after = afterOutcome(entry, sent, outcome, this.options.same)
    if (after) this.shelf.keep(after)
    else {
      this.shelf.drop(key)
      this.own.delete(key)
    }
  }

  private failed(line: SendQueue, batch: readonly OutboxEntry[], error: unknown): void {
    const known = error instanceof ApiError ? error : null
    if (isPassing(known)) {
      backOff(line, known, this.options.clock.now(), (this.options.random ?? Math.random)())
    } else if (batch.length > 1 && (known?.status === 400 || known?.status === 413)) {
      narrow(line, batch.length)
    } else for (const sent of batch) this.apply(sent, { status: 'refused', ...sent, message: known?.message ?? '' })
  }

  private changed(): void {
    this.notify()
    this.schedule()
  }

  private notify(): void {
    this.changes += 1
    for (const listener of this.listeners) listener()
  }
}
