import { handle } from '@/lib/platform/server/handle'
import { waivePracticeEndpoint, withdrawPracticeWaiverEndpoint } from '@/lib/quality/practice/people/contract'
import { waivePractice, withdrawWaiver } from '@/lib/quality/practice/people/waive-practice'

export const PUT = handle(waivePracticeEndpoint, ({ actor, params, body }) => waivePractice(actor, params, body.reason))
export const DELETE = handle(withdrawPracticeWaiverEndpoint, ({ actor, params }) => withdrawWaiver(actor, params))
