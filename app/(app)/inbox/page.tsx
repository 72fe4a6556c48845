import { InboxView } from '@/components/adjudication/inbox/inbox-view'
import { getInbox } from '@/lib/adjudication/inbox/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { listOffers } from '@/lib/quality/practice/queries'

export const metadata = { title: 'Inbox' }

export default async function InboxPage() {
  const actor = await requireActor('/inbox')
  const [inbox, offers] = await Promise.all([getInbox(actor), listOffers(actor)])
  // People with minutes of their own here know how it is done.
  const unmeasured = inbox.next.filter(({ minutes }) => minutes === null)
  const practice = Object.fromEntries(
    unmeasured.flatMap(({ projectId }) => {
      const offer = offers[projectId]
      return offer ? [[projectId, offer]] : []
    }),
  )
  return <InboxView initialData={inbox} practice={practice} />
}
