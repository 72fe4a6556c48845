import { handle } from '@/lib/platform/server/handle'
import { getPracticeEndpoint, updatePracticeEndpoint } from '@/lib/quality/practice/contract'
import { getPractice } from '@/lib/quality/practice/queries'
import { updatePractice } from '@/lib/quality/practice/update-practice'

export const GET = handle(getPracticeEndpoint, ({ actor, params }) => getPractice(actor, params.projectId))
export const PATCH = handle(updatePracticeEndpoint, ({ actor, params, body }) =>
  updatePractice(actor, params.projectId, body),
)
