import { notFound } from 'next/navigation'
import { ProtocolVersion } from '@/components/workspace/protocol-files/protocol-version'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { getWorkspaceAbilities } from '@/lib/workspace/projects/queries'
import { getProtocolEndpoint } from '@/lib/workspace/protocol-files/contract'
import { getProtocolVersion } from '@/lib/workspace/protocol-files/queries'

export const metadata = { title: 'Protocol' }

export default async function ProtocolVersionPage({ params }: PageProps<'/protocols/[id]/[version]'>) {
  const pathParams = await params
  const actor = await requireActor(`/protocols/${pathParams.id}/${pathParams.version}`)
  const parsedParams = getProtocolEndpoint.params?.safeParse(pathParams)
  if (!parsedParams?.success) notFound()
  const protocol = await pageData(getProtocolVersion(actor, parsedParams.data))
  const { createProjects } = await getWorkspaceAbilities(actor)
  return <ProtocolVersion protocol={protocol} mayWrite={createProjects} />
}
