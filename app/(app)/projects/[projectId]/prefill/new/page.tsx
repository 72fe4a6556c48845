import { forbidden } from 'next/navigation'
import { z } from 'zod'
import { BuilderView } from '@/components/prefill/builder-view'
import { runGrounds } from '@/lib/prefill/contract'
import { getPrefill } from '@/lib/prefill/queries'
import { getProject } from '@/lib/projects/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData, pageQuery } from '@/lib/server/page-data'

export const metadata = { title: 'New run' }

const query = z.object({ on: z.enum(runGrounds).default('open'), stage: z.string().max(100).optional() })

type Props = PageProps<'/projects/[projectId]/prefill/new'>

export default async function NewRunPage({ params, searchParams }: Props) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/prefill/new`, await searchParams)
  const { abilities, protocolId } = await pageData(getProject(actor, projectId))
  if (!abilities.manage) forbidden()
  const preset = pageQuery(query, await searchParams)
  const overview = await pageData(getPrefill(actor, projectId))
  return <BuilderView {...{ projectId, protocolId, overview, preset }} canChange={abilities.change} />
}
