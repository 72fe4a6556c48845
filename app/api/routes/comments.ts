import { addComment } from '@/lib/annotation/comments/add-comment'
import { addCommentEndpoint, listMyNotesEndpoint } from '@/lib/annotation/comments/contract'
import { listMyNotes } from '@/lib/annotation/comments/queries'
import { handle, type Route } from '@/lib/platform/server/handle'

export const routes: readonly Route[] = [
  handle(listMyNotesEndpoint, ({ actor, params }) => listMyNotes(actor, params.taskId)),
  handle(addCommentEndpoint, ({ actor, params, body }) => addComment(actor, params.taskId, body)),
]
