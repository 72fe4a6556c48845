import { TeamsView } from '@/components/workspace/users/teams/teams-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { listTeams } from '@/lib/workspace/users/teams/queries'

export const metadata = { title: 'Teams' }

export default async function TeamsPage() {
  const actor = await requireActor('/teams')
  return <TeamsView initialData={await pageData(listTeams(actor))} />
}
