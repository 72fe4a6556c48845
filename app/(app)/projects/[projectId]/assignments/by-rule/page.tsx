import { notFound } from 'next/navigation'
import { z } from 'zod'
import { ByRuleView } from '@/components/annotation/assignments/by-rule/by-rule-view'
import { listAssignments } from '@/lib/annotation/assignments/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { getItemFacets } from '@/lib/workspace/items/queries'
import { getProject } from '@/lib/workspace/projects/queries'
import { listMembers } from '@/lib/workspace/users/members/queries'

export const metadata = { title: 'Assign by rule' }

/** What the list of items leads here with. */
const givenQuery = z.object({
  domain: z.string().max(200).default(''),
  tag: z.string().max(200).default(''),
  ids: z
    .string()
    .max(100_000)
    .regex(/^\d+(,\d+)*$/)
    .optional(),
})

export default async function AssignByRulePage({
  params,
  searchParams,
}: PageProps<'/projects/[projectId]/assignments/by-rule'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/assignments/by-rule`, await searchParams)
  const given = givenQuery.safeParse(await searchParams)
  if (!given.success) notFound()
  const { people } = await pageData(listAssignments(actor, projectId, { filter: 'all', page: 1 }))
  const { stages } = await pageData(getProject(actor, projectId))
  const { ids, ...about } = given.data
  return (
    <ByRuleView
      projectId={projectId}
      stages={stages.map(({ key, title }) => ({ key, title }))}
      members={await pageData(listMembers(actor, projectId))}
      facets={await pageData(getItemFacets(actor, projectId))}
      loads={Object.fromEntries(people.map(({ userId, open, submitted }) => [userId, open + submitted]))}
      given={{ ...about, positions: ids?.split(',').map(Number) ?? null }}
    />
  )
}
