import { saveAnswerEndpoint, saveAnswersEndpoint } from '@/lib/annotation/annotations/contract'
import { saveAnswer, saveAnswers } from '@/lib/annotation/annotations/save-answers'
import { handle } from '@/lib/platform/server/handle'

export const PATCH = handle(saveAnswerEndpoint, ({ actor, params, body }) => saveAnswer(actor, params.taskId, body))
export const POST = handle(saveAnswersEndpoint, ({ actor, params, body }) => saveAnswers(actor, params.taskId, body))
