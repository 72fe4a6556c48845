import { GroupsView } from '@/components/workspace/users/groups-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { listMappings } from '@/lib/workspace/users/groups/queries'

export const metadata = { title: 'Groups of the identity provider' }

export default async function GroupsPage() {
  const actor = await requireActor('/admin/groups')
  return <GroupsView initialData={await pageData(listMappings(actor))} />
}
