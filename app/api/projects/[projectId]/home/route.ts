import { handle } from '@/lib/platform/server/handle'
import { getProjectHomeEndpoint } from '@/lib/workspace/projects/contract'
import { getProjectHome } from '@/lib/workspace/projects/queries'

export const GET = handle(getProjectHomeEndpoint, ({ actor, params }) => getProjectHome(actor, params.projectId))
