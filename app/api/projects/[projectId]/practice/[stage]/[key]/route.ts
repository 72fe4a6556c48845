import { handle } from '@/lib/platform/server/handle'
import { getPracticeTaskEndpoint, submitPracticeEndpoint } from '@/lib/quality/practice/contract'
import { getPracticeTask } from '@/lib/quality/practice/queries'
import { submitPractice } from '@/lib/quality/practice/submit-practice'

export const GET = handle(getPracticeTaskEndpoint, ({ actor, params }) => getPracticeTask(actor, params))
export const POST = handle(submitPracticeEndpoint, ({ actor, params, body }) =>
  submitPractice(actor, params, body.answers, body.attempt),
)
