import { deleteProjectEndpoint, getProjectEndpoint, updateProjectEndpoint } from '@/lib/projects/contract'
import { deleteProject } from '@/lib/projects/delete-project'
import { getProject } from '@/lib/projects/queries'
import { updateProject } from '@/lib/projects/update-project'
import { handle } from '@/lib/server/handle'

export const GET = handle(getProjectEndpoint, ({ actor, params }) => getProject(actor, params.projectId))
export const PATCH = handle(updateProjectEndpoint, ({ actor, params, body }) =>
  updateProject(actor, params.projectId, body),
)
export const DELETE = handle(deleteProjectEndpoint, ({ actor, params, body }) =>
  deleteProject(actor, params.projectId, body.name),
)
