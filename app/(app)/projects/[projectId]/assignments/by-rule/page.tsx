import { ByRuleView } from '@/components/annotation/assignments/by-rule/by-rule-view'
import { listAssignments } from '@/lib/annotation/assignments/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { getItemFacets } from '@/lib/workspace/items/queries'
import { findChosen } from '@/lib/workspace/items/selection/queries'
import { pageProject } from '@/lib/workspace/projects/queries'
import { listMembers } from '@/lib/workspace/users/members/queries'

export const metadata = { title: 'Assign by rule' }

export default async function AssignByRulePage({
  params,
  searchParams,
}: PageProps<'/projects/[projectId]/assignments/by-rule'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/assignments/by-rule`, await searchParams)
  const { people } = await pageData(listAssignments(actor, projectId, { filter: 'all', page: 1 }))
  const { stages } = await pageData(pageProject(actor, projectId))
  const { items } = await searchParams
  return (
    <ByRuleView
      projectId={projectId}
      stages={stages.map(({ key, title }) => ({ key, title }))}
      members={await pageData(listMembers(actor, projectId))}
      facets={await pageData(getItemFacets(actor, projectId))}
      loads={Object.fromEntries(people.map(({ userId, open, submitted }) => [userId, open + submitted]))}
      selection={await pageData(findChosen(actor, projectId, items))}
    />
  )
}
