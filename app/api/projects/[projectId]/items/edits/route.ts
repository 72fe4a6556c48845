import { handle } from '@/lib/platform/server/handle'
import { editItemsEndpoint, listItemEditsEndpoint } from '@/lib/workspace/items/edits/contract'
import { editItems } from '@/lib/workspace/items/edits/edit-items'
import { listEdits } from '@/lib/workspace/items/edits/list-edits'

export const GET = handle(listItemEditsEndpoint, ({ actor, params }) => listEdits(actor, params.projectId))

export const POST = handle(editItemsEndpoint, ({ actor, params, body }) => editItems(actor, params.projectId, body))
