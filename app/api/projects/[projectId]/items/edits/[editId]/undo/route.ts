import { handle } from '@/lib/platform/server/handle'
import { undoItemEditEndpoint } from '@/lib/workspace/items/edits/contract'
import { undoEdit } from '@/lib/workspace/items/edits/undo-edit'

export const POST = handle(undoItemEditEndpoint, ({ actor, params }) =>
  undoEdit(actor, params.projectId, params.editId),
)
