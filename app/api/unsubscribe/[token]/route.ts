import { stopMailEndpoint } from '@/lib/adjudication/mail/contract'
import { stopMail } from '@/lib/adjudication/mail/stop-mail'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(stopMailEndpoint, ({ params }) => stopMail(params.token))
