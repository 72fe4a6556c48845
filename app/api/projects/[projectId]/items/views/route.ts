import { handle } from '@/lib/platform/server/handle'
import { listItemViewsEndpoint, saveItemViewEndpoint } from '@/lib/workspace/items/views/contract'
import { listViews } from '@/lib/workspace/items/views/queries'
import { saveView } from '@/lib/workspace/items/views/save-view'

export const GET = handle(listItemViewsEndpoint, ({ actor, params }) => listViews(actor, params.projectId))

export const POST = handle(saveItemViewEndpoint, ({ actor, params, body }) => saveView(actor, params.projectId, body))
