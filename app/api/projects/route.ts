import { createProjectEndpoint, listProjectsEndpoint } from '@/lib/projects/contract'
import { createProject } from '@/lib/projects/create-project'
import { getWorkspaceAbilities, listProjects } from '@/lib/projects/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(listProjectsEndpoint, async ({ actor, query }) => ({
  projects: await listProjects(actor, query),
  abilities: await getWorkspaceAbilities(actor),
}))
export const POST = handle(createProjectEndpoint, ({ actor, body }) => createProject(actor, body))
