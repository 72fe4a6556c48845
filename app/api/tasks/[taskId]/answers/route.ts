import { saveAnswerEndpoint, saveAnswersEndpoint } from '@/lib/annotations/contract'
import { saveAnswer } from '@/lib/annotations/save-answer'
import { saveAnswers } from '@/lib/annotations/save-answers'
import { handle } from '@/lib/server/handle'

export const PATCH = handle(saveAnswerEndpoint, ({ actor, params, body }) => saveAnswer(actor, params.taskId, body))
export const POST = handle(saveAnswersEndpoint, ({ actor, params, body }) => saveAnswers(actor, params.taskId, body))
