import { chooseMail } from '@/lib/adjudication/mail/choose-mail'
import { chooseMailEndpoint, getMailChoiceEndpoint } from '@/lib/adjudication/mail/contract'
import { getMailChoice } from '@/lib/adjudication/mail/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(getMailChoiceEndpoint, ({ actor }) => getMailChoice(actor))
export const PUT = handle(chooseMailEndpoint, ({ actor, body }) => chooseMail(actor, body.mode))
