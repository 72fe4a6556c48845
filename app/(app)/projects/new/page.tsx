import { NewProjectForm } from '@/components/workspace/projects/new-project-form'
import { NoProjectCreation } from '@/components/workspace/projects/no-project-creation'
import type { Actor } from '@/lib/platform/policy/actor'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { secondFilesOf } from '@/lib/workspace/imports/queries'
import { getWorkspaceAbilities, listProjects } from '@/lib/workspace/projects/queries'
import { getProtocolEndpoint } from '@/lib/workspace/protocol-files/contract'
import { getProtocolVersion, listProtocols } from '@/lib/workspace/protocol-files/queries'

export const metadata = { title: 'New project' }

/** `copy`: the id of a project to copy; `protocol`: the protocol to begin with. */
export default async function NewProjectPage({ searchParams }: PageProps<'/projects/new'>) {
  const actor = await requireActor('/projects/new')
  const { createProjects } = await getWorkspaceAbilities(actor)
  if (!createProjects) return <NoProjectCreation />
  const managed = (await listProjects(actor)).filter(({ role }) => role === 'manager')
  const templates = managed.map(({ id, name, protocolId }) => ({ id, name, protocolId }))
  const { copy, protocol } = await searchParams
  const referencedProtocolIds = new Set([protocol, ...templates.map(({ protocolId }) => protocolId)])
  const protocols = (await listProtocols(actor)).filter(
    ({ newest, protocolId }) => newest || referencedProtocolIds.has(protocolId),
  )
  const protocolIds = new Set(protocols.map(({ protocolId }) => protocolId))
  const initialProtocolId = typeof protocol === 'string' && protocolIds.has(protocol) ? protocol : null
  return (
    <NewProjectForm
      protocols={protocols}
      templates={templates}
      copied={typeof copy === 'string' ? copy : null}
      asked={initialProtocolId}
      records={initialProtocolId === null ? [] : await recordsBeside(actor, initialProtocolId)}
      joins={Object.fromEntries(
        protocols.flatMap(({ protocolId }) => {
          const join = secondFilesOf(protocolId)
          return join.length > 0 ? [[protocolId, join]] : []
        }),
      )}
    />
  )
}

/** The records that lie beside a version of a file, with their second files; none of a protocol that is built in. */
async function recordsBeside(actor: Actor, protocolId: string) {
  const [id, version] = protocolId.split('@')
  const params = getProtocolEndpoint.params?.safeParse({ id, version })
  return params?.success ? (await pageData(getProtocolVersion(actor, params.data))).files : []
}
