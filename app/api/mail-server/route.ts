import { getMailServerEndpoint } from '@/lib/adjudication/mail/contract'
import { getMailServer } from '@/lib/adjudication/mail/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(getMailServerEndpoint, ({ actor }) => getMailServer(actor))
