'use client'
import { useState } from 'react'
import { useForesight, useNextWorkbench } from '@/lib/annotation/annotations/foresight/hooks'
import type { UnreportedTime } from '@/lib/annotation/annotations/heartbeat/hooks'
import { UnsavedError, useSubmitAnnotation, useWaitingSubmissions } from '@/lib/annotation/annotations/submission/hooks'
import { NO_TASK_TEXT } from '@/lib/annotation/assignments/contract'
import type { Outbox } from '@/lib/annotation/outbox/outbox'
import { findings } from '@/lib/protocols/completeness'
import type { Bench } from './bench-context'
import { saveWords } from './save-pill'
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
  } = useWaitingSubmissions(workbench, outbox)
  const next = useNextWorkbench(workbench)
  const place = useTaskPlace(workbench.projectId)
  useForesight(workbench)
  // Looked for on submitting, and from then on; not with every keystroke before.
  const findMissing = () => (readOnly ? [] : findings(stage, subject, answers))
  const submit = () => {
    setTried(true)
    const first = findMissing()[0]
    if (first) {
      const form = bench.survey.units.get(first.unit)?.asked.find(({ key }) => key === first.question)?.form
      bench.go({ unit: first.unit, question: form === 'text' ? first.question : null })
    } else if (submission.isPending) keysOnTheWay.submitAgain()
    else send()
  }
  // From here on keys are meant for the next task.
  const send = () => {
    keysOnTheWay.begin()
    submission.mutate(undefined, {
      onSuccess: (submitted) => {
        if (submitted) keysOnTheWay.submitted(goToNext)
        else keysOnTheWay.notSubmitted()
      },
      onError: keysOnTheWay.notSubmitted,
    })
  }
  const goToNext = (otherwise?: () => void) => {
    if (next.isPending) return keysOnTheWay.submitAgain()
    keysOnTheWay.leave()
    next.mutate(undefined, {
      onSuccess: ({ taskId, ready }) => {
        if (!taskId) {
          keysOnTheWay.notLeft()
          return otherwise?.()
        }
        keysOnTheWay.expect(taskId, workbench.taskId)
        if (ready) place.show(taskId)
        else place.load(taskId)
      },
      onError: keysOnTheWay.notLeft,
    })
  }
  return {
    submit: readOnly ? () => goToNext() : submit,
    goToNext: () => goToNext(),
    /** The task was given back or set aside: another one, else the project's page. */
    goOnToAnother: () => goToNext(place.leave),
    isSubmitting: submission.isPending,
    isLeaving: next.isPending,
    missing: tried ? findMissing() : [],
    problem: submission.error ? inWords(submission.error) : (waiting?.problem ?? next.error?.message ?? null),
    noTask: next.data?.reason ? NO_TASK_TEXT[next.data.reason] : null,
    /** Is it to be submitted as soon as the server can be reached? How many other tasks are, and which will not be? */
    isWaiting: waiting?.problem === null,
    /** A task whose changes are sent once something else is done first. */
    comesFirst,
    othersWaiting,
    othersRefused,
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

function inWords(error: Error): string {
  if (!(error instanceof UnsavedError)) return error.message
  return `Nothing is submitted before everything is saved. Now: ${saveWords(error.status)}.`
}
