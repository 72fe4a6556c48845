import { handle } from '@/lib/platform/server/handle'
import { archiveProject } from '@/lib/workspace/projects/archive-project'
import { archiveProjectEndpoint, unarchiveProjectEndpoint } from '@/lib/workspace/projects/contract'

export const POST = handle(archiveProjectEndpoint, ({ actor, params }) => archiveProject(actor, params.projectId, true))
export const DELETE = handle(unarchiveProjectEndpoint, ({ actor, params }) =>
  archiveProject(actor, params.projectId, false),
)
