import { handle } from '@/lib/platform/server/handle'
import { changeItemViewEndpoint, deleteItemViewEndpoint } from '@/lib/workspace/items/views/contract'
import { changeView, deleteView } from '@/lib/workspace/items/views/save-view'

export const PATCH = handle(changeItemViewEndpoint, ({ actor, params, body }) => changeView(actor, params, body))

export const DELETE = handle(deleteItemViewEndpoint, ({ actor, params }) => deleteView(actor, params))
