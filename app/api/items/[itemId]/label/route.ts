import { overrideLabelEndpoint } from '@/lib/gold/checks/contract'
import { overrideLabel } from '@/lib/gold/checks/override-label'
import { handle } from '@/lib/platform/server/handle'

export const PUT = handle(overrideLabelEndpoint, ({ actor, params, body }) => overrideLabel(actor, params.itemId, body))
