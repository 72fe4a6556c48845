import { overrideLabelEndpoint } from '@/lib/checks/contract'
import { overrideLabel } from '@/lib/checks/override-label'
import { handle } from '@/lib/server/handle'

export const PUT = handle(overrideLabelEndpoint, ({ actor, params, body }) => overrideLabel(actor, params.itemId, body))
