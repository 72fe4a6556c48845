import { InboxView } from '@/components/adjudication/inbox/inbox-view'
import { getInbox } from '@/lib/adjudication/inbox/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { listOffers } from '@/lib/quality/practice/queries'

export const metadata = { title: 'Inbox' }

export default async function InboxPage() {
  const actor = await requireActor('/inbox')
  const inbox = await getInbox(actor)
  // People with minutes of their own here know how it is done.
  const unmeasured = inbox.next.filter(({ minutes }) => minutes === null)
  const practice = await listOffers(
    actor,
    unmeasured.map(({ projectId }) => projectId),
  )
  return <InboxView initialData={inbox} practice={practice} />
}
