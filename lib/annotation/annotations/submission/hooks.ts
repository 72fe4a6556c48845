'use client'
import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Submission, Submissions, Workbench } from '@/lib/annotation/annotations/contract'
import type { UnreportedTime } from '@/lib/annotation/annotations/heartbeat/hooks'
import { annotationKeys, readAgainIfShown, workbenchQuery } from '@/lib/annotation/annotations/hooks'
import {
  isSignedOut,
  knownSubmissions,
  sendSubmission,
  sendTakeBack,
  submissionsQueue,
  UnsavedError,
  type WaitingSubmission,
} from '@/lib/annotation/annotations/waiting-submissions'
import type { Outbox } from '@/lib/annotation/outbox/outbox'
import type { OutboxState } from '@/lib/annotation/outbox/outbox-entry'
import { ApiError, isNotAsShown, isPassing } from '@/lib/platform/client/api-error'
import { forgetHeld, type HeldSubmission, noteHeld } from './held-store'
import { endTakingBack } from './taking-back'
import { useHeld } from './use-held'

const SIGNED_OUT: OutboxState = 'signed-out'
/** What only takes time, or a sign-in. */
const PASSING: readonly OutboxState[] = ['saving', 'waiting', SIGNED_OUT]

/**
 * What is to be submitted in this tab: one's present task, how many others wait, and which are tried no more; of what waits, the one to be
 * taken back first; does any of it wait for the person to sign in; and a task whose changes are held back until something else is done first, the present one before all others.
 */
export function useWaitingSubmissions(workbench: Workbench, outbox: Outbox | null) {
  const { userId, projectId, annotationId } = workbench
  const client = useQueryClient()
  const [queue] = useState(() => (typeof window === 'undefined' ? null : submissionsQueue(userId)))
  const all = useSyncExternalStore(queue?.subscribe ?? never, queue?.all ?? nothing, nothing)
  useEffect(
    () => queue?.onDone((taskId, submittedAt) => markSubmitted(client, taskId, { submittedAt, held: null })),
    [queue, client],
  )
  useEffect(
    () =>
      queue?.onNotTakenBack((taskId) => {
        void client.invalidateQueries({ queryKey: annotationKeys.workbench(taskId) })
      }),
    [queue, client],
  )
  // Only what is submitted from the task as it is now is taken: it is read again.
  const outdated = all.flatMap((each) => (each.isOutdated ? [each.taskId] : [])).join(' ')
  useEffect(() => {
    for (const taskId of outdated.split(' ').filter(Boolean))
      void client.invalidateQueries({ queryKey: annotationKeys.workbench(taskId) })
  }, [outdated, client])
  const taskSubmission = all.find((each) => each.annotationId === annotationId) ?? null
  const others = all.filter((each) => each !== taskSubmission)
  const refused = others.filter((each) => each.problem !== null)
  const waiting = others.filter((each) => each.problem === null && !each.isOnItsWay)
  const lastWaiting =
    taskSubmission?.problem === null && !taskSubmission.isOnItsWay
      ? taskSubmission
      : (waiting.findLast((each) => each.projectId === projectId) ?? null)
  const needsSignIn = [...waiting, ...(taskSubmission ? [taskSubmission] : [])].some(
    (each) => each.problem === null && (each.needsSignIn || outbox?.status(each.annotationId).state === SIGNED_OUT),
  )
  const heldBack = useHeldBack(outbox)
  const first = heldBack.find((each) => each.annotationId === annotationId) ?? heldBack[0]
  const comesFirst = first ? { ...first, projectId: first.projectId ?? projectId } : null
  return {
    queue,
    own: taskSubmission,
    othersWaiting: waiting.length,
    othersRefused: refused,
    lastWaiting,
    comesFirst,
    needsSignIn,
  }
}

/** Does this tab hold what only it can submit, so that it has to stay open? */
export function useHoldsTab(userId: string): boolean {
  const queue = knownSubmissions(userId)
  return useSyncExternalStore(
    queue?.subscribe ?? never,
    () => (queue?.all().length ?? 0) > 0,
    () => false,
  )
}

/** All on this device whose changes are held back, whatever task is open. */
function useHeldBack(outbox: Outbox | null) {
  const version = useSyncExternalStore(
    outbox?.subscribe ?? never,
    () => outbox?.version() ?? 0,
    () => 0,
  )
  return useMemo(() => (version > 0 ? (outbox?.heldBack() ?? []) : []), [outbox, version])
}
const NOTHING: readonly WaitingSubmission[] = []
const nothing = () => NOTHING
const never = () => () => {}

/** Shows a task as submitted at once; what else that changes is read where it is shown. */
function markSubmitted(client: QueryClient, taskId: string, { submittedAt, held }: Submission): void {
  client.setQueryData<Workbench>(
    annotationKeys.workbench(taskId),
    (old) => old && { ...old, mode: 'reading', submittedAt, ...(held ? { held } : {}), abilities: { annotate: false } },
  )
  for (const queryKey of [annotationKeys.workbench(taskId), annotationKeys.ownSubmissions])
    readAgainIfShown(client, queryKey)
}

/**
 * Sends what is unsent, then submits, with the time in use. What cannot reach the server waits in this tab and is submitted
 * when it can, not before it could have been taken back. Throws UnsavedError where a change needs a decision first. All of this happens
 * too where the page is left meanwhile (`leave`): what is refused then stays in the tab, with the reason.
 */
export function useSubmitAnnotation(workbench: Workbench, outbox: Outbox | null, time: UnreportedTime) {
  const { userId, projectId, taskId, annotationId, guidelineVersion } = workbench
  const client = useQueryClient()
  const leave = () => submissionsQueue(userId).leave({ projectId, taskId, annotationId, guidelineVersion })
  const mutation = useMutation({
    mutationFn: async () => {
      submissionsQueue(userId).begin(annotationId)
      await outbox?.flush(annotationId)
      const status = outbox?.status(annotationId)
      const waits = status && PASSING.includes(status.state)
      if (status && status.state !== 'saved' && !waits) throw new UnsavedError(status)
      const activeSeconds = time.take()
      let needsSignIn = false
      try {
        // Not while a change waits for it: the server takes none before it has taken the earlier submission back.
        if (!waits) await endTakingBack(annotationId)
        if (!waits)
          return await sendSubmission(userId, { taskId, annotationId, activeSeconds, guidelineVersion, hold: true })
      } catch (error) {
        if (!isPassing(error)) {
          time.putBack(activeSeconds)
          throw error
        }
        needsSignIn = isSignedOut(error)
      }
      const waitMs = (workbench.takeBackSeconds ?? 0) * 1000
      const mayBeHeld = !waits && !needsSignIn
      submissionsQueue(userId).add({
        projectId,
        taskId,
        annotationId,
        guidelineVersion,
        mayBeHeld,
        needsSignIn,
        waitMs,
        time: { seconds: activeSeconds, putBack: time.putBack },
      })
      return null
    },
    onSuccess: (submitted) => {
      if (!submitted) return
      submissionsQueue(userId).done(annotationId)
      if (submitted.held) noteHeld(userId, asHeld(workbench, submitted.held.seconds))
      markSubmitted(client, taskId, submitted)
    },
    // It was opened under other guidelines, sent back or given back since this page was made.
    onError: (error) => {
      submissionsQueue(userId).refuse(annotationId, error)
      if (isNotAsShown(error)) void client.invalidateQueries({ queryKey: annotationKeys.workbench(taskId) })
    },
  })
  return { ...mutation, leave }
}

/** The device's clock says when it is over; it may be wrong by hours, but not in ten seconds. */
const asHeld = ({ projectId, taskId, annotationId, item }: Workbench, seconds: number): HeldSubmission => ({
  projectId,
  taskId,
  annotationId,
  position: item.position,
  endsAt: Date.now() + seconds * 1000,
})

/** A submission that can be taken back, as far as taking it back needs to know it. */
export type TakenBack = Pick<HeldSubmission, 'projectId' | 'taskId' | 'annotationId'>

/** Takes a submission back and has its workbench in the cache, open again. Throws ApiError; `conflict`: it came too late. */
export function useTakeBack(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (heldSubmission: TakenBack) => {
      // Read as held before its answer came, it may still wait here.
      submissionsQueue(userId).done(heldSubmission.annotationId)
      await sendTakeBack(userId, heldSubmission)
      // Taken back it is whether or not it can be read at once.
      await client.fetchQuery({ ...workbenchQuery(heldSubmission.taskId), staleTime: 0 }).catch(() => {})
    },
    onError: (error, { annotationId }) => {
      if (error instanceof ApiError && error.code === 'conflict') forgetHeld(userId, annotationId)
    },
    onSettled: () => void client.invalidateQueries({ queryKey: annotationKeys.all }),
  })
}

/** A submission whose time is over is frozen a moment later, by a job. */
const FROZEN_WITHIN_MS = 1_500

/**
 * What of the reader's can be taken back: this task, and the latest of others. The task is read again when another tab submits it or takes it
 * back, and until it is frozen.
 */
export function useHeldHere(workbench: Workbench): { own: HeldSubmission | null; latest: HeldSubmission | null } {
  const { userId, taskId, annotationId, held, submittedAt } = workbench
  const all = useHeld(userId)
  const heldSubmission = all.find((each) => each.annotationId === annotationId) ?? null
  useEffect(() => {
    if (submittedAt) forgetHeld(userId, annotationId)
  }, [submittedAt, userId, annotationId])
  // A page that was loaded anew, or another device's submission: the server alone knows of it.
  const learn = useEffectEvent(() => {
    if (held && held.seconds > 0 && !heldSubmission) noteHeld(userId, asHeld(workbench, held.seconds))
  })
  useEffect(() => {
    if (held) learn()
  }, [held])
  useRereading(annotationKeys.workbench(taskId), workbench, { standing: heldSubmission ? 1 : 0, held: held ? 1 : 0 })
  return { own: heldSubmission, latest: heldSubmission ?? all.at(-1) ?? null }
}

/** The latest submission of other tasks that can be taken back. */
export const useOtherHeld = (userId: string, taskId: string): HeldSubmission | null =>
  useHeld(userId).findLast((each) => each.taskId !== taskId) ?? null

/** What of the reader's submissions in a project can be taken back, with how long yet. */
export function useHeldIn(projectId: string, userId: string, data: Submissions) {
  const all = useHeld(userId)
  const standing = data.held.flatMap((row) => {
    const found = all.find(({ annotationId }) => annotationId === row.annotationId)
    return found ? [{ ...found, title: row.title, round: row.round }] : []
  })
  const learn = useEffectEvent(() => {
    for (const { held, title: _, round: __, ...row } of data.held)
      if (held.seconds > 0 && !all.some(({ annotationId }) => annotationId === row.annotationId))
        noteHeld(userId, { ...row, projectId, endsAt: Date.now() + held.seconds * 1000 })
  })
  useEffect(() => {
    if (data.held.length > 0) learn()
  }, [data])
  useRereading(annotationKeys.submissions(projectId), data, { standing: standing.length, held: data.held.length })
  return standing
}

/**
 * Reads something again when what can be taken back has changed, in another tab too, and as long as the server holds more than can
 * still be taken back.
 */
function useRereading(queryKey: QueryKey, data: unknown, { standing, held }: { standing: number; held: number }): void {
  const client = useQueryClient()
  const look = useEffectEvent(() => void client.invalidateQueries({ queryKey }))
  const lastCount = useRef(standing)
  useEffect(() => {
    if (lastCount.current !== standing) look()
    lastCount.current = standing
  }, [standing])
  useEffect(() => {
    if (held <= standing || data === undefined) return
    const timer = setTimeout(look, FROZEN_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [standing, held, data])
}
