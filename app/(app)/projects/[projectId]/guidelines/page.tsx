import { notFound } from 'next/navigation'
import { GuidelinesView } from '@/components/workspace/guidelines/guidelines-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { getGuidelineEndpoint } from '@/lib/workspace/guidelines/contract'
import { getGuideline, listGuidelines } from '@/lib/workspace/guidelines/queries'
import { pageProject } from '@/lib/workspace/projects/queries'

export const metadata = { title: 'Guidelines' }

export default async function GuidelinesPage({ params, searchParams }: PageProps<'/projects/[projectId]/guidelines'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/guidelines`, await searchParams)
  const parsedParams = getGuidelineEndpoint.params?.safeParse({
    projectId,
    version: (await searchParams).version ?? 'latest',
  })
  if (!parsedParams?.success) notFound()
  const { version } = parsedParams.data
  return (
    <GuidelinesView
      key={version}
      userId={actor.userId}
      projectId={projectId}
      version={version}
      canEdit={(await pageData(pageProject(actor, projectId))).abilities.change}
      initialGuideline={await pageData(getGuideline(actor, projectId, version))}
      initialVersions={await pageData(listGuidelines(actor, projectId))}
    />
  )
}
