/**
 * Submissions that could not be sent yet, and those whose page was left before the server had answered. They wait in the open tab only:
 * submitting freezes work for good, so it is done while the person who asked for it is there (docs/decisions/023-offline.md). The answers
 * themselves are on the device.
 */
'use client'
import { forgetConfirmed, noteConfirmed, SUBMITTED } from '@/lib/annotation/outbox/local-store'
import type { OutboxState, OutboxStatus } from '@/lib/annotation/outbox/outbox-entry'
import { clock, gateOf, type OutboxClock, REQUEST_LIMIT_MS } from '@/lib/annotation/outbox/send-schedule'
import { ApiError, isNotAsShown, isPassing } from '@/lib/platform/client/api-error'
import { call } from '@/lib/platform/client/fetch-json'
import { answersOutbox, openedFirst } from './answers-outbox'
import { type Submission, submitAnnotationEndpoint, takeBackSubmissionEndpoint } from './contract'
import { forgetHeld } from './submission/held-store'
import { keepTakingBack, type TakeBackOutcome } from './submission/taking-back'

const RETRY_MS = 5_000

export interface WaitingSubmission {
  projectId: string
  taskId: string
  annotationId: string
  /** The version of the guidelines that its annotator had before them. */
  guidelineVersion: number | null
  /** Why it is not tried any more; null while it waits. */
  problem: string | null
  /** The task is not as the page showed it that it was submitted from. */
  isOutdated: boolean
  /** The server was asked and its answer got lost: it may hold it. */
  mayBeHeld: boolean
  /** It waits for the person to sign in again. */
  needsSignIn: boolean
  /** Its page has sent it and was left before the server had answered. */
  isOnItsWay: boolean
  /** It was refused after its page was left: the person is brought back there. */
  comesBack: boolean
}

/** What is added: `waitMs`: so long it is not sent, so that it can be taken back. */
type Added = Pick<WaitingSubmission, 'projectId' | 'taskId' | 'annotationId' | 'guidelineVersion'> & {
  mayBeHeld?: boolean
  needsSignIn?: boolean
  waitMs?: number
  /** The time in use that it carries. */
  time?: CarriedTime
}

/** Seconds in use that go with a submission, and how they are reported otherwise where it is not submitted after all. */
interface CarriedTime {
  seconds: number
  putBack(seconds: number): void
}

interface Options {
  /** When the newest change that waits was made, in milliseconds of the device's time; 0: none waits. */
  lastEdit(annotationId: string): number
  /** How the changes of an annotation stand. */
  stateOf(annotationId: string): OutboxState
  submit(
    submission: Pick<WaitingSubmission, 'taskId' | 'annotationId' | 'guidelineVersion'> & { activeSeconds: number },
  ): Promise<{ submittedAt: string }>
  /** Takes back what the server may hold. */
  takeBack(submission: Pick<WaitingSubmission, 'taskId' | 'annotationId'>): Promise<TakeBackOutcome>
  clock: Pick<OutboxClock, 'after' | 'timeOfDay'>
}

type Done = (taskId: string, submittedAt: string) => void
type NotTakenBack = (taskId: string, reason: string | null) => void

/** Answers given before something that comes first: nobody has looked at them since. */
const HELD_BACK: { readonly [State in OutboxState]?: string } = {
  'to-confirm': 'Not submitted: the guidelines came first. Look at your answers again under them, then submit.',
  'to-practise': 'Not submitted: practice came first. Look at your answers again, then submit.',
}

/** Work could not be submitted because something of it needs the person first. */
export class UnsavedError extends Error {
  constructor(readonly status: OutboxStatus) {
    super('Not everything has been saved yet.')
    this.name = 'UnsavedError'
  }
}
const UNDECIDED = 'Not submitted: a change needs a decision first.'

/** Nothing is known against it. */
const STANDING = { problem: null, isOutdated: false, needsSignIn: false, isOnItsWay: false, comesBack: false } as const

export class WaitingSubmissions {
  private list: readonly WaitingSubmission[] = []
  private readonly listeners = new Set<() => void>()
  private readonly dones = new Set<Done>()
  private readonly notTakenBacks = new Set<NotTakenBack>()
  /** What went through while nobody listened: the page may show something else meanwhile. */
  private readonly unheard: Parameters<Done>[] = []
  private readonly running = new Set<string>()
  /** Those that were dropped while they were on their way. */
  private readonly droppedOnTheWay = new Set<string>()
  /** Those that their page is sending. */
  private readonly ofPage = new Set<string>()
  /** When each was asked for. */
  private readonly since = new Map<string, number>()
  /** Those that are not sent yet, with how to end their wait. */
  private readonly waits = new Map<string, () => void>()
  private readonly times = new Map<string, CarriedTime>()
  private callOff: (() => void) | null = null

  constructor(private readonly options: Options) {}

  readonly all = (): readonly WaitingSubmission[] => this.list

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Calls back with each submission that went through, first with those that nobody heard of; returns how to stop. */
  onDone(done: Done): () => void {
    this.dones.add(done)
    for (const each of this.unheard.splice(0)) done(...each)
    return () => void this.dones.delete(done)
  }

  /** Calls back with each that was not taken back though it was dropped, with the server's reason; returns how to stop. */
  onNotTakenBack(heard: NotTakenBack): () => void {
    this.notTakenBacks.add(heard)
    return () => void this.notTakenBacks.delete(heard)
  }

  add({ mayBeHeld = false, needsSignIn = false, waitMs = 0, time, ...added }: Added): void {
    const { annotationId } = added
    this.remove(annotationId)
    // A clock that was put back since the last change is no change.
    const { clock, lastEdit } = this.options
    this.since.set(annotationId, Math.max(clock.timeOfDay(), lastEdit(annotationId)))
    this.ofPage.delete(annotationId)
    this.droppedOnTheWay.delete(annotationId)
    if (time) this.times.set(annotationId, time)
    this.set([...this.list, { ...STANDING, ...added, mayBeHeld, needsSignIn }])
    if (waitMs > 0)
      this.waits.set(
        annotationId,
        clock.after(waitMs, () => this.endWait(annotationId)),
      )
    else this.retryLater()
  }

  /** It is not to be submitted after all. */
  drop(annotationId: string): void {
    const dropped = this.list.find((each) => each.annotationId === annotationId)
    // What is on its way has its time with it.
    if (this.running.has(annotationId)) this.droppedOnTheWay.add(annotationId)
    else this.putTimeBack(annotationId)
    this.remove(annotationId)
    if (dropped?.mayBeHeld) void this.takeBack(dropped)
  }

  private async takeBack(dropped: WaitingSubmission): Promise<void> {
    const outcome = await this.options.takeBack(dropped)
    if (outcome.kind !== 'not taken back') return
    for (const heard of this.notTakenBacks) heard(dropped.taskId, outcome.reason)
  }

  /** Its page is sending it. What comes of that is said with `done`, `add` or `refuse`. */
  begin(annotationId: string): void {
    this.putTimeBack(annotationId)
    this.droppedOnTheWay.delete(annotationId)
    this.ofPage.add(annotationId)
  }

  /** Its page is left while it is being sent. */
  leave(left: Added): void {
    if (!this.ofPage.has(left.annotationId)) return
    this.remove(left.annotationId)
    this.set([...this.list, { ...STANDING, ...left, mayBeHeld: false, isOnItsWay: true }])
  }

  /** It was submitted by its page. */
  done(annotationId: string): void {
    this.ofPage.delete(annotationId)
    this.remove(annotationId)
  }

  /** What its page has sent was refused; where that was left, it stays with the reason. */
  refuse(annotationId: string, error: unknown): void {
    this.ofPage.delete(annotationId)
    if (!this.list.some((each) => each.annotationId === annotationId && each.isOnItsWay)) return
    this.fail(annotationId, error, { isOnItsWay: false, comesBack: true })
  }

  /** The person is back at a task that was refused. */
  cameBack(annotationId: string): void {
    this.change(annotationId, { comesBack: false })
  }

  private putTimeBack(annotationId: string): void {
    const time = this.times.get(annotationId)
    this.times.delete(annotationId)
    time?.putBack(time.seconds)
  }

  private endWait(annotationId: string): void {
    this.waits.delete(annotationId)
    this.wake()
    this.retryLater()
  }

  private remove(annotationId: string): void {
    this.since.delete(annotationId)
    this.times.delete(annotationId)
    this.waits.get(annotationId)?.()
    this.waits.delete(annotationId)
    if (this.list.some((each) => each.annotationId === annotationId))
      this.set(this.list.filter((each) => each.annotationId !== annotationId))
  }

  /** Sends what can be sent by now. Who goes on working, in this tab or another that is seen to, has not submitted. */
  wake(): void {
    for (const { annotationId } of this.waiting())
      if (this.options.lastEdit(annotationId) > (this.since.get(annotationId) ?? 0)) this.drop(annotationId)
    // What is held back until something else is done first is looked at again before it is submitted.
    for (const { annotationId, problem } of this.waiting()) {
      const holdReason = problem === null && HELD_BACK[this.options.stateOf(annotationId)]
      if (holdReason) this.change(annotationId, { problem: holdReason })
    }
    for (const each of this.waiting())
      if (each.problem === null && !this.running.has(each.annotationId) && !this.waits.has(each.annotationId))
        void this.attempt(each)
  }

  private readonly waiting = () => this.list.filter((each) => !each.isOnItsWay && !this.ofPage.has(each.annotationId))

  private async attempt(submission: WaitingSubmission): Promise<void> {
    const { annotationId } = submission
    const state = this.options.stateOf(annotationId)
    if (state === 'conflict' || state === 'refused') return this.change(annotationId, { problem: UNDECIDED })
    if (state !== 'saved') return
    this.running.add(annotationId)
    try {
      const { taskId } = submission
      const { submittedAt } = await this.options.submit({
        ...submission,
        activeSeconds: this.times.get(annotationId)?.seconds ?? 0,
      })
      this.remove(annotationId)
      if (this.dones.size === 0) this.unheard.push([taskId, submittedAt])
      for (const done of this.dones) done(taskId, submittedAt)
    } catch (error) {
      if (isPassing(error)) this.lost(submission, error)
      else this.fail(annotationId, error)
    } finally {
      this.running.delete(annotationId)
      this.droppedOnTheWay.delete(annotationId)
    }
  }

  /** It failed in passing: the server may have it, unless the session was at fault. */
  private lost(submission: WaitingSubmission, error: unknown): void {
    const { annotationId } = submission
    const needsSignIn = isSignedOut(error)
    const mayBeHeld = submission.mayBeHeld || !needsSignIn
    // Not what its page has submitted meanwhile.
    if (this.droppedOnTheWay.has(annotationId) && mayBeHeld) void this.takeBack(submission)
    this.change(annotationId, { mayBeHeld, needsSignIn })
    this.retryLater()
  }

  private fail(annotationId: string, error: unknown, more: Partial<WaitingSubmission> = {}): void {
    const apiError = error instanceof ApiError ? error : null
    const holdReason = HELD_BACK[gateOf(apiError)?.trouble ?? 'saved']
    const otherwise = error instanceof UnsavedError ? UNDECIDED : 'Not submitted: the server refused it.'
    const problem = holdReason ?? (apiError ? `Not submitted: ${apiError.message}` : otherwise)
    this.change(annotationId, { problem, isOutdated: isNotAsShown(apiError), ...more })
  }

  private change(annotationId: string, changed: Partial<WaitingSubmission>): void {
    this.set(this.list.map((each) => (each.annotationId === annotationId ? { ...each, ...changed } : each)))
  }

  private retryLater(): void {
    this.callOff?.()
    this.callOff = this.options.clock.after(RETRY_MS, () => this.wake())
  }

  private set(list: readonly WaitingSubmission[]): void {
    this.list = list
    for (const listener of this.listeners) listener()
  }
}

/** Did a request fail because the session is over? */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401

interface Sending {
  taskId: string
  annotationId: string
  /** The time in use that is not reported yet. */
  activeSeconds?: number
  /** The version of the guidelines that its annotator had before them. */
  guidelineVersion: number | null
  /** May it be taken back for a while? */
  hold: boolean
}

/** Submits somebody's annotation, as theirs; one that the server has not heard of is opened first. A request that hangs counts as failed. Throws ApiError. */
export async function sendSubmission(userId: string, { taskId, annotationId, ...how }: Sending): Promise<Submission> {
  const limits = () => ({ as: userId, signal: AbortSignal.timeout(REQUEST_LIMIT_MS) })
  const submitted = await openedFirst({ taskId, annotationId }, limits, () =>
    call(submitAnnotationEndpoint, { params: { taskId }, body: { annotationId, ...how } }, limits()),
  )
  noteConfirmed(userId, annotationId, SUBMITTED)
  return submitted
}

/** Takes back what was submitted a moment ago, as whose it is. Throws ApiError; `conflict`: it came too late. */
export async function sendTakeBack(
  userId: string,
  { taskId, annotationId }: Pick<Sending, 'taskId' | 'annotationId'>,
): Promise<void> {
  await call(
    takeBackSubmissionEndpoint,
    { params: { taskId }, body: { annotationId } },
    { as: userId, signal: AbortSignal.timeout(REQUEST_LIMIT_MS) },
  )
  forgetConfirmed(userId, annotationId)
  forgetHeld(userId, annotationId)
}

/** What has waited on the device can no longer be taken back, so it is frozen at once. */
async function submitAtOnce(
  userId: string,
  { taskId, annotationId, guidelineVersion, activeSeconds }: Omit<Sending, 'hold'>,
) {
  const sending = { taskId, annotationId, guidelineVersion, activeSeconds, hold: false }
  const { submittedAt } = await sendSubmission(userId, sending)
  if (submittedAt === null) throw new Error('the server holds what it was asked to freeze')
  return { submittedAt }
}

const queues = new Map<string, WaitingSubmissions>()

/** This tab's waiting submissions of a person, where it has asked for them before. */
export const knownSubmissions = (userId: string): WaitingSubmissions | null => queues.get(userId) ?? null

/** This tab's waiting submissions of a person. Browser only. */
export function submissionsQueue(userId: string): WaitingSubmissions {
  const existingQueue = queues.get(userId)
  if (existingQueue) return existingQueue
  const outbox = answersOutbox(userId)
  const queue = new WaitingSubmissions({
    stateOf: (annotationId) => outbox.status(annotationId).state,
    submit: (submission) => submitAtOnce(userId, submission),
    takeBack: async (submission) => {
      const outcome = await keepTakingBack(userId, submission.annotationId, () => sendTakeBack(userId, submission))
      // What waited for that is due now.
      outbox.retry()
      return outcome
    },
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
