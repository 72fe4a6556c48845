import { AddEvidenceView } from '@/components/automation/evidence/add-evidence-view'
import { requireActor } from '@/lib/platform/server/page-actor'

export const metadata = { title: 'Add evidence' }

export default async function AddEvidencePage() {
  const { userId } = await requireActor('/add-evidence')
  return <AddEvidenceView userId={userId} />
}
