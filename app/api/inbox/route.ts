import { getInboxEndpoint } from '@/lib/adjudication/inbox/contract'
import { getInbox } from '@/lib/adjudication/inbox/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(getInboxEndpoint, ({ actor }) => getInbox(actor))
