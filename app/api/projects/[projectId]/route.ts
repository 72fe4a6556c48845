import { handle } from '@/lib/platform/server/handle'
import { deleteProjectEndpoint, getProjectEndpoint, updateProjectEndpoint } from '@/lib/workspace/projects/contract'
import { deleteProject } from '@/lib/workspace/projects/delete-project'
import { getProject } from '@/lib/workspace/projects/queries'
import { updateProject } from '@/lib/workspace/projects/update-project'

export const GET = handle(getProjectEndpoint, ({ actor, params }) => getProject(actor, params.projectId))
export const PATCH = handle(updateProjectEndpoint, ({ actor, params, body }) =>
  updateProject(actor, params.projectId, body),
)
export const DELETE = handle(deleteProjectEndpoint, ({ actor, params, body }) =>
  deleteProject(actor, params.projectId, body.name),
)
