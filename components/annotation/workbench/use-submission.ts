'use client'
import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from '@/components/ui/toast'
import { useForesight, useNextWorkbench, useOwnNext } from '@/lib/annotation/annotations/foresight/hooks'
import type { UnreportedTime } from '@/lib/annotation/annotations/heartbeat/hooks'
import { withChanges } from '@/lib/annotation/annotations/rules'
import { useSubmitAnnotation, useWaitingSubmissions } from '@/lib/annotation/annotations/submission/hooks'
import { UnsavedError, type WaitingSubmission } from '@/lib/annotation/annotations/waiting-submissions'
import { NO_TASK_TEXT } from '@/lib/annotation/assignments/contract'
import type { Outbox } from '@/lib/annotation/outbox/outbox'
import { findings } from '@/lib/protocols/completeness'
import type { Bench } from './bench-context'
import { addLinkDrafts, findLinkDrafts } from './link-drafts'
import { saveWords } from './save-pill'
import { nameOfUnit } from './unit-name'
import { keysOnTheWay } from './use-held-keys'
import { useTaskPlace } from './use-task-place'

/** Submitting, and what comes after: the first thing missing, or the next task. */
export function useSubmission(bench: Bench, outbox: Outbox | null, time: UnreportedTime) {
  const { workbench, stage, subject, answers, readOnly } = bench
  const [tried, setTried] = useState(false)
  const submission = useSubmitAnnotation(workbench, outbox, time)
  const {
    queue,
    own: waiting,
    othersWaiting,
    othersRefused,
    lastWaiting,
    comesFirst,
    needsSignIn,
  } = useWaitingSubmissions(workbench, outbox)
  const next = useNextWorkbench(workbench)
  const ownNext = useOwnNext(workbench)
  const isSubmitting = submission.isPending || waiting?.isOnItsWay === true
  const place = useTaskPlace(workbench.projectId)
  useForesight(workbench)
  useReturn(othersRefused, workbench.projectId, (refused) => {
    queue?.cameBack(refused.annotationId)
    submission.leave()
    keysOnTheWay.cameBack(refused.taskId)
    place.show(refused.taskId)
  })
  useEffect(
    () =>
      queue?.onNotTakenBack((_, reason) => {
        toast.error('Not taken back', { description: reason ?? NEVER_ANSWERED })
      }),
    [queue],
  )
  const isRefused = Boolean(waiting?.problem)
  useEffect(() => {
    if (isRefused) keysOnTheWay.refusedAfterWaiting(workbench.taskId)
  }, [isRefused, workbench.taskId])
  // Looked for on submitting, and from then on; not with every keystroke before.
  const findMissing = () => {
    if (readOnly) return []
    const { changes, wrong } = findLinkDrafts(bench)
    return [...wrong, ...findings(stage, subject, withChanges(answers, changes))]
  }
  const submit = () => {
    setTried(true)
    const missing = findMissing()
    addLinkDrafts(bench, findLinkDrafts(bench).changes)
    if (missing.length > 0) showMissing(missing)
    else if (isSubmitting) keysOnTheWay.submitAgain()
    else send()
  }
  /** Leads to the first question that is missing; into a text field not before the person has seen that this task stays. */
  const showMissing = (missing: ReturnType<typeof findMissing>) => {
    const [{ unit, question } = { unit: bench.open, question: '' }] = missing
    const form = bench.survey.units.get(unit)?.asked.find(({ key }) => key === question)?.form
    const goToField = () => bench.go({ unit, question: form === 'text' || form === 'links' ? question : null })
    const words = missing.map((finding) => `${nameOfUnit(stage, subject, finding.unit)}: ${finding.message}`)
    if (keysOnTheWay.incomplete(workbench.taskId, words, goToField)) bench.go({ unit, question, atQuestion: true })
    else goToField()
  }
  // From here on keys are meant for the next task.
  const send = () => {
    keysOnTheWay.begin(goAtOnce)
    submission.mutate(undefined, {
      onSuccess: (submitted) => {
        if (submitted) keysOnTheWay.submitted(goToNext)
        else keysOnTheWay.waits(workbench.taskId, goToNext)
      },
      onError: () => keysOnTheWay.notSubmitted(workbench.taskId),
    })
  }
  /** Goes on to the next task where it lies there, whether or not the server has answered the submission. */
  const goAtOnce = (): boolean => {
    const taskId = ownNext()
    if (taskId === null) return false
    submission.leave()
    keysOnTheWay.leave()
    keysOnTheWay.expect(taskId, workbench.taskId)
    place.show(taskId)
    return true
  }
  const goToNext = (otherwise?: () => void): void => {
    if (next.isPending) {
      keysOnTheWay.submitAgain()
      return
    }
    if (goAtOnce()) return
    // Which one is next, the server can only say once it has this one.
    if (isSubmitting) {
      keysOnTheWay.goOn()
      return
    }
    keysOnTheWay.leave()
    next.mutate(undefined, {
      onSuccess: ({ taskId, ready }) => {
        if (!taskId) {
          notLeft()
          otherwise?.()
          return
        }
        keysOnTheWay.expect(taskId, workbench.taskId)
        if (ready) place.show(taskId)
        else place.load(taskId)
      },
      onError: notLeft,
    })
  }
  /** What waits to be submitted can still be changed here. */
  const notLeft = () => {
    const waits = queue?.all().some((each) => each.annotationId === workbench.annotationId && each.problem === null)
    keysOnTheWay.notLeft(waits ? { taskId: workbench.taskId, goOn: goToNext } : null)
  }
  const isWaiting = waiting?.problem === null && !waiting.isOnItsWay
  return {
    submit: readOnly ? () => goToNext() : submit,
    /** By key; undefined while there is nothing to go on from. */
    goOn: readOnly || isWaiting ? () => goToNext() : undefined,
    goToNext: () => goToNext(),
    /** The task was given back or set aside: another one, else the project's page. */
    goOnToAnother: () => goToNext(place.leave),
    isSubmitting,
    isLeaving: next.isPending,
    missing: tried ? findMissing() : [],
    problem: submission.error ? inWords(submission.error) : (waiting?.problem ?? next.error?.message ?? null),
    noTask: next.data?.reason ? NO_TASK_TEXT[next.data.reason] : null,
    /** Is it to be submitted as soon as the server can be reached? How many other tasks are, and which will not be? */
    isWaiting,
    /** A task whose changes are sent once something else is done first. */
    comesFirst,
    othersWaiting,
    othersRefused,
    /** Does what is to be submitted wait for the person to sign in? */
    needsSignIn,
    takeBack: () => queue?.drop(workbench.annotationId),
    /** Takes back what waits: this task, else the last that one has left, and goes to it. Undefined where nothing waits. */
    takeBackWaiting: lastWaiting
      ? () => {
          queue?.drop(lastWaiting.annotationId)
          if (lastWaiting !== waiting) place.show(lastWaiting.taskId)
        }
      : undefined,
    putAway: (annotationId: string) => queue?.drop(annotationId),
  }
}

const NEVER_ANSWERED = 'The server did not answer in time. It may have been submitted before.'

/** Brings the person back to a task that was refused after they had left it. */
function useReturn(
  refused: ReturnType<typeof useWaitingSubmissions>['othersRefused'],
  projectId: string,
  bring: (refused: WaitingSubmission) => void,
): void {
  const back = refused.find((each) => each.comesBack && each.projectId === projectId)
  const goBack = useEffectEvent(() => back && bring(back))
  useEffect(() => {
    if (back) goBack()
  }, [back])
}

function inWords(error: Error): string {
  if (!(error instanceof UnsavedError)) return error.message
  return `Nothing is submitted before everything is saved. Now: ${saveWords(error.status)}.`
}
