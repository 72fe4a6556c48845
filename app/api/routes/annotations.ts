import {
  listForeseenEndpoint,
  listMySubmissionsEndpoint,
  openNextTaskEndpoint,
  openWorkbenchEndpoint,
  saveAnswerEndpoint,
  saveAnswersEndpoint,
  submitAnnotationEndpoint,
  takeBackSubmissionEndpoint,
} from '@/lib/annotation/annotations/contract'
import { listForeseen } from '@/lib/annotation/annotations/foresee'
import { openClaimedNextTask, openNextTask } from '@/lib/annotation/annotations/open-next-task'
import { getWorkbench, listMySubmissions } from '@/lib/annotation/annotations/queries'
import { saveAnswer, saveAnswers } from '@/lib/annotation/annotations/save-answers'
import { saveKnownPlace } from '@/lib/annotation/annotations/save-known-place'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import { takeBackSubmission } from '@/lib/annotation/annotations/take-back-submission'
import { undoStepsEndpoint } from '@/lib/annotation/annotations/undo/contract'
import { getUndoSteps } from '@/lib/annotation/annotations/undo/queries'
import { env } from '@/lib/platform/server/env'
import { handle, type Route } from '@/lib/platform/server/handle'

export const routes: readonly Route[] = [
  handle(listForeseenEndpoint, ({ actor, params, query }) =>
    listForeseen(actor, params.projectId, query.after, { own: query.own === 'true' }),
  ),
  handle(listMySubmissionsEndpoint, ({ actor, params, query }) =>
    listMySubmissions(actor, params.projectId, query.before),
  ),
  handle(openWorkbenchEndpoint, ({ actor, params }) => getWorkbench(actor, params.taskId)),
  handle(
    openNextTaskEndpoint,
    ({ actor, params }) => openNextTask(actor, params.projectId),
    ({ claim, params }) => openClaimedNextTask(claim, params.projectId),
  ),
  handle(undoStepsEndpoint, ({ actor, params }) => getUndoSteps(actor, params.taskId)),
  handle(
    saveAnswerEndpoint,
    ({ actor, params, body }) => saveAnswer(actor, params.taskId, body),
    ({ claim, params, body }) => saveKnownPlace(claim, params.taskId, body),
  ),
  handle(saveAnswersEndpoint, ({ actor, params, body }) => saveAnswers(actor, params.taskId, body)),
  handle(submitAnnotationEndpoint, ({ actor, params, body: { annotationId, activeSeconds, guidelineVersion, hold } }) =>
    submitAnnotation(actor, params.taskId, annotationId, {
      activeSeconds,
      guidelineVersion,
      holdSeconds: hold ? env().ASSAY_TAKE_BACK_SECONDS : 0,
    }),
  ),
  handle(takeBackSubmissionEndpoint, ({ actor, params, body }) =>
    takeBackSubmission(actor, params.taskId, body.annotationId),
  ),
]
