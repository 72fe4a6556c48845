import { saveCardEndpoint } from '@/lib/gold/releases/release/contract'
import { saveCard } from '@/lib/gold/releases/release/save-card'
import { handle } from '@/lib/platform/server/handle'

export const PUT = handle(saveCardEndpoint, ({ actor, params, body }) => saveCard(actor, params.projectId, body))
