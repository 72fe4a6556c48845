import { handle } from '@/lib/platform/server/handle'
import { createProjectEndpoint, listProjectsEndpoint } from '@/lib/workspace/projects/contract'
import { createProject } from '@/lib/workspace/projects/create-project'
import { getWorkspaceAbilities, listProjects } from '@/lib/workspace/projects/queries'

export const GET = handle(listProjectsEndpoint, async ({ actor, query }) => ({
  projects: await listProjects(actor, query),
  abilities: await getWorkspaceAbilities(actor),
}))
export const POST = handle(createProjectEndpoint, ({ actor, body }) => createProject(actor, body))
