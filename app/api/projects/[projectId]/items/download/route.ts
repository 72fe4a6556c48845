import { handle } from '@/lib/platform/server/handle'
import { downloadItemsEndpoint } from '@/lib/workspace/items/download/contract'
import { downloadItems } from '@/lib/workspace/items/download/download-items'

export const GET = handle(downloadItemsEndpoint, ({ actor, params, query }) =>
  downloadItems(actor, params.projectId, query),
)
