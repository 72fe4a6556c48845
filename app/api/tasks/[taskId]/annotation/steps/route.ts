import { undoStepsEndpoint } from '@/lib/annotation/annotations/undo/contract'
import { getUndoSteps } from '@/lib/annotation/annotations/undo/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(undoStepsEndpoint, ({ actor, params }) => getUndoSteps(actor, params.taskId))
