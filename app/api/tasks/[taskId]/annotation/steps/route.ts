import { undoStepsEndpoint } from '@/lib/annotations/undo/contract'
import { getUndoSteps } from '@/lib/annotations/undo/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(undoStepsEndpoint, ({ actor, params }) => getUndoSteps(actor, params.taskId))
