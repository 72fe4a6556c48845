import 'server-only'
import type { Result } from '@/lib/api/endpoint'
import type { Actor } from '@/lib/policy/actor'
import { authorizeProject, loadProject } from '@/lib/projects/queries'
import { pipelineOf } from '@/lib/protocols/steps'
import { transaction } from '@/lib/server/db'
import type { listOutputFormatsEndpoint } from './contract'

/** The formats of machine outputs that a project's protocol reads; for its managers. */
export async function listOutputFormats(
  actor: Actor,
  projectId: string,
): Promise<Result<typeof listOutputFormatsEndpoint>> {
  const { protocolId } = await transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project)
    return project
  })
  const formats = pipelineOf(protocolId)?.outputs ?? []
  return { formats: formats.map(({ key, title, description }) => ({ key, title, description })) }
}
