import { MailServerView } from '@/components/adjudication/mail/mail-server-view'
import { getMailServer } from '@/lib/adjudication/mail/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'

export const metadata = { title: 'E-mails' }

export default async function MailServerPage() {
  const actor = await requireActor('/admin/mail')
  return <MailServerView initialData={await pageData(getMailServer(actor))} />
}
