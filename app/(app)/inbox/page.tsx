import { InboxView } from '@/components/adjudication/inbox/inbox-view'
import { getInbox } from '@/lib/adjudication/inbox/queries'
import { requireActor } from '@/lib/platform/server/page-actor'

export const metadata = { title: 'Inbox' }

export default async function InboxPage() {
  const actor = await requireActor('/inbox')
  return <InboxView initialData={await getInbox(actor)} />
}
