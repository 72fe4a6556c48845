import 'server-only'
import type { Result } from '@/lib/platform/api/endpoint'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { pipelineOf } from '@/lib/protocols/steps'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
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
  const formats = (await pipelineOf(protocolId))?.outputs ?? []
  return { formats: formats.map(({ key, title, description }) => ({ key, title, description })) }
}
