import { RatingsView } from '@/components/ratings/ratings-view'
import { requireActor } from '@/lib/server/page-actor'

export const metadata = { title: 'Check ratings' }

export default async function RatingsPage() {
  await requireActor('/ratings')
  return <RatingsView />
}
