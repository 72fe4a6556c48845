import { getInboxEndpoint, getRevealEndpoint, streamInboxEndpoint } from '@/lib/adjudication/inbox/contract'
import { getInbox, getReveal } from '@/lib/adjudication/inbox/queries'
import { streamInbox } from '@/lib/adjudication/inbox/stream-inbox'
import { handle, type Route } from '@/lib/platform/server/handle'

export const routes: readonly Route[] = [
  handle(getInboxEndpoint, ({ actor }) => getInbox(actor)),
  handle(streamInboxEndpoint, ({ actor, request }) => streamInbox(actor, request.signal)),
  handle(getRevealEndpoint, ({ actor, params }) => getReveal(actor, params.taskId)),
]
