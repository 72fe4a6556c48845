import { forbidden } from 'next/navigation'
import { z } from 'zod'
import { BuilderView } from '@/components/automation/prefill/builder-view'
import { foreseeRun } from '@/lib/automation/prefill/chosen/queries'
import { runTargets } from '@/lib/automation/prefill/contract'
import { getPrefill } from '@/lib/automation/prefill/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData, pageQuery } from '@/lib/platform/server/page-data'
import { findChosen } from '@/lib/workspace/items/selection/queries'
import { pageProject } from '@/lib/workspace/projects/queries'

export const metadata = { title: 'New run' }

const query = z.object({ on: z.enum(runTargets).default('open'), stage: z.string().max(100).optional() })

type Props = PageProps<'/projects/[projectId]/prefill/new'>

export default async function NewRunPage({ params, searchParams }: Props) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/prefill/new`, await searchParams)
  const { abilities, protocolId } = await pageData(pageProject(actor, projectId))
  if (!abilities.manage) forbidden()
  const preset = pageQuery(query, await searchParams)
  const overview = await pageData(getPrefill(actor, projectId))
  const { items } = await searchParams
  // Runs on gold take all of it, so that reports are of the same items.
  const chosen = preset.on === 'open' ? await pageData(findChosen(actor, projectId, items)) : null
  const tasks =
    chosen && chosen.expected > 0 && abilities.change ? await pageData(foreseeRun(actor, projectId, chosen)) : []
  return (
    <BuilderView
      projectId={projectId}
      protocolId={protocolId}
      overview={overview}
      preset={{ ...preset, stage: preset.stage ?? chosen?.filter.stage }}
      chosen={chosen && { ...chosen, tasks }}
      canChange={abilities.change}
    />
  )
}
