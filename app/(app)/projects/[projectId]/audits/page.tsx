import { z } from 'zod'
import { AuditsView } from '@/components/gold/side-samples/audits-view'
import { listAudits } from '@/lib/gold/side-samples/queries'
import { getSampling } from '@/lib/gold/side-samples/sampling/queries'
import { setFields } from '@/lib/gold/side-samples/sampling/rules'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData, pageQuery } from '@/lib/platform/server/page-data'

export const metadata = { title: 'Sampling and audits' }

const querySchema = z.object({ by: z.enum(setFields).default('source') })

export default async function AuditsPage({ params, searchParams }: PageProps<'/projects/[projectId]/audits'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/audits`, await searchParams)
  const { by } = pageQuery(querySchema, await searchParams)
  const audits = await pageData(listAudits(actor, projectId))
  const sampling = audits.canCreate ? await pageData(getSampling(actor, projectId, by)) : null
  return <AuditsView projectId={projectId} initialData={audits} sampling={sampling} />
}
