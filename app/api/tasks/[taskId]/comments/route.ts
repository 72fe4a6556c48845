import { addComment } from '@/lib/annotation/comments/add-comment'
import { addCommentEndpoint, listMyNotesEndpoint } from '@/lib/annotation/comments/contract'
import { listMyNotes } from '@/lib/annotation/comments/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(listMyNotesEndpoint, ({ actor, params }) => listMyNotes(actor, params.taskId))
export const POST = handle(addCommentEndpoint, ({ actor, params, body }) => addComment(actor, params.taskId, body))
