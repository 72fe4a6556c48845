import { OwnHoursView } from '@/components/quality/hours/own-hours-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { getOwnHours } from '@/lib/quality/hours/queries'

export const metadata = { title: 'Your hours' }

export default async function OwnHoursPage() {
  const actor = await requireActor('/account/hours')
  return <OwnHoursView initialData={await getOwnHours(actor)} />
}
