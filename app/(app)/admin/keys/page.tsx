import { KeysView } from '@/components/automation/keys/keys-view'
import { listKeys } from '@/lib/automation/keys/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'

export const metadata = { title: 'Provider keys' }

export default async function KeysPage() {
  const actor = await requireActor('/admin/keys')
  return <KeysView initialData={await pageData(listKeys(actor))} />
}
