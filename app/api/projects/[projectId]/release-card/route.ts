import { saveCardEndpoint } from '@/lib/releases/release/contract'
import { saveCard } from '@/lib/releases/release/save-card'
import { handle } from '@/lib/server/handle'

export const PUT = handle(saveCardEndpoint, ({ actor, params, body }) => saveCard(actor, params.projectId, body))
