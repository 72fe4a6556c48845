import { streamInboxEndpoint } from '@/lib/adjudication/inbox/contract'
import { streamInbox } from '@/lib/adjudication/inbox/stream-inbox'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(streamInboxEndpoint, ({ actor, request }) => streamInbox(actor, request.signal))
