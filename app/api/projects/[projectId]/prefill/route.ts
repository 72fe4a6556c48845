import { getPrefill } from '@/lib/automation/prefill/queries'
import { getPrefillEndpoint, updatePrefillEndpoint } from '@/lib/automation/prefill/settings/contract'
import { updatePrefill } from '@/lib/automation/prefill/update-prefill'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(getPrefillEndpoint, ({ actor, params }) => getPrefill(actor, params.projectId))
export const PATCH = handle(updatePrefillEndpoint, ({ actor, params, body }) =>
  updatePrefill(actor, params.projectId, body),
)
