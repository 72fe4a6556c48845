'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { UnsavedError, useSubmitAnnotation } from '@/lib/annotations/hooks'
import { NO_TASK_TEXT } from '@/lib/assignments/contract'
import { useNextTask } from '@/lib/assignments/hooks'
import type { Outbox } from '@/lib/client/outbox'
import { findings } from '@/lib/protocols/completeness'
import type { Bench } from './bench-context'
import { saveWords } from './save-pill'

/** Submitting, and what comes after: the first thing missing, or the next task. */
export function useSubmission(bench: Bench, outbox: Outbox | null, reportTime: () => Promise<void>) {
  const { workbench, stage, subject, answers, readOnly } = bench
  const [tried, setTried] = useState(false)
  const submission = useSubmitAnnotation(workbench, outbox, reportTime)
  const next = useNextTask(workbench.projectId)
  const router = useRouter()
  // Looked for on submitting, and from then on; not with every keystroke before.
  const findMissing = () => (readOnly ? [] : findings(stage, subject, answers))
  const submit = () => {
    setTried(true)
    const first = findMissing()[0]
    if (first) {
      const form = bench.survey.units.get(first.unit)?.asked.find(({ key }) => key === first.question)?.form
      bench.go({ unit: first.unit, question: form === 'text' ? first.question : null })
    } else if (!submission.isPending) submission.mutate()
  }
  const goToNext = () =>
    next.mutate(undefined, {
      onSuccess: ({ taskId }) => {
        if (taskId) router.push(`/projects/${workbench.projectId}/tasks/${taskId}/annotate`)
      },
    })
  return {
    submit: readOnly ? goToNext : submit,
    goToNext,
    isSubmitting: submission.isPending,
    isLeaving: next.isPending || Boolean(next.data?.taskId),
    missing: tried ? findMissing() : [],
    problem: submission.error ? inWords(submission.error) : (next.error?.message ?? null),
    noTask: next.data?.reason ? NO_TASK_TEXT[next.data.reason] : null,
  }
}

function inWords(error: Error): string {
  if (!(error instanceof UnsavedError)) return error.message
  return `Nothing is submitted before everything is saved. Now: ${saveWords(error.status)}.`
}
