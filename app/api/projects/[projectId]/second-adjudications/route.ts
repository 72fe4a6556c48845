import { handle } from '@/lib/platform/server/handle'
import { getSecondsEndpoint, updateSecondsEndpoint } from '@/lib/quality/second-adjudication/contract'
import { getSeconds } from '@/lib/quality/second-adjudication/queries'
import { updateSeconds } from '@/lib/quality/second-adjudication/update-seconds'

export const GET = handle(getSecondsEndpoint, ({ actor, params }) => getSeconds(actor, params.projectId))
export const PATCH = handle(updateSecondsEndpoint, ({ actor, params, body }) =>
  updateSeconds(actor, params.projectId, body),
)
