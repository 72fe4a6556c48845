import { setHeldOutLimitsEndpoint } from '@/lib/gold/held-out/contract'
import { setHeldOutLimits } from '@/lib/gold/held-out/set-limits'
import { handle } from '@/lib/platform/server/handle'

export const PUT = handle(setHeldOutLimitsEndpoint, ({ actor, params, body }) =>
  setHeldOutLimits(actor, params.projectId, body),
)
