import { archiveProject } from '@/lib/projects/archive-project'
import { archiveProjectEndpoint, unarchiveProjectEndpoint } from '@/lib/projects/contract'
import { handle } from '@/lib/server/handle'

export const POST = handle(archiveProjectEndpoint, ({ actor, params }) => archiveProject(actor, params.projectId, true))
export const DELETE = handle(unarchiveProjectEndpoint, ({ actor, params }) =>
  archiveProject(actor, params.projectId, false),
)
