import { chooseMail } from '@/lib/adjudication/mail/choose-mail'
import {
  chooseMailEndpoint,
  getMailChoiceEndpoint,
  getMailServerEndpoint,
  stopMailEndpoint,
} from '@/lib/adjudication/mail/contract'
import { getMailChoice, getMailServer } from '@/lib/adjudication/mail/queries'
import { stopMail } from '@/lib/adjudication/mail/stop-mail'
import { handle, type Route } from '@/lib/platform/server/handle'

export const routes: readonly Route[] = [
  handle(getMailChoiceEndpoint, ({ actor }) => getMailChoice(actor)),
  handle(chooseMailEndpoint, ({ actor, body }) => chooseMail(actor, body.mode)),
  handle(getMailServerEndpoint, ({ actor }) => getMailServer(actor)),
  handle(stopMailEndpoint, ({ params }) => stopMail(params.token)),
]
