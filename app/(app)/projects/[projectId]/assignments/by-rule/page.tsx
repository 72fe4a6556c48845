import { notFound } from 'next/navigation'
import { ByRuleView } from '@/components/annotation/assignments/by-rule/by-rule-view'
import { listAssignments } from '@/lib/annotation/assignments/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { itemsFilterSchema } from '@/lib/workspace/items/contract'
import { getItemFacets, listItems } from '@/lib/workspace/items/queries'
import { getProject } from '@/lib/workspace/projects/queries'
import { listMembers } from '@/lib/workspace/users/members/queries'

export const metadata = { title: 'Assign by rule' }

export default async function AssignByRulePage({
  params,
  searchParams,
}: PageProps<'/projects/[projectId]/assignments/by-rule'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/assignments/by-rule`, await searchParams)
  const filter = itemsFilterSchema.safeParse(await searchParams)
  if (!filter.success) notFound()
  const { people } = await pageData(listAssignments(actor, projectId, { filter: 'all', page: 1 }))
  const { stages } = await pageData(getProject(actor, projectId))
  const isFiltered = Object.values(filter.data).some((value) => value !== undefined && value !== '')
  const items = isFiltered
    ? await pageData(listItems(actor, projectId, { ...filter.data, sort: 'position', page: 1 }))
    : null
  return (
    <ByRuleView
      projectId={projectId}
      stages={stages.map(({ key, title }) => ({ key, title }))}
      members={await pageData(listMembers(actor, projectId))}
      facets={await pageData(getItemFacets(actor, projectId))}
      loads={Object.fromEntries(people.map(({ userId, open, submitted }) => [userId, open + submitted]))}
      selection={items && items.total > 0 ? { filter: filter.data, expected: items.total } : null}
    />
  )
}
