import { RatingsView } from '@/components/quality/ratings/ratings-view'
import { requireActor } from '@/lib/platform/server/page-actor'

export const metadata = { title: 'Check ratings' }

export default async function RatingsPage() {
  await requireActor('/ratings')
  return <RatingsView />
}
