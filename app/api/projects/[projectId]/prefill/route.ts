import { getPrefill } from '@/lib/prefill/queries'
import { getPrefillEndpoint, updatePrefillEndpoint } from '@/lib/prefill/settings/contract'
import { updatePrefill } from '@/lib/prefill/update-prefill'
import { handle } from '@/lib/server/handle'

export const GET = handle(getPrefillEndpoint, ({ actor, params }) => getPrefill(actor, params.projectId))
export const PATCH = handle(updatePrefillEndpoint, ({ actor, params, body }) =>
  updatePrefill(actor, params.projectId, body),
)
