import { addComment } from '@/lib/comments/add-comment'
import { addCommentEndpoint, listMyNotesEndpoint } from '@/lib/comments/contract'
import { listMyNotes } from '@/lib/comments/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(listMyNotesEndpoint, ({ actor, params }) => listMyNotes(actor, params.taskId))
export const POST = handle(addCommentEndpoint, ({ actor, params, body }) => addComment(actor, params.taskId, body))
