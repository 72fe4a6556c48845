import { getProjectHomeEndpoint } from '@/lib/projects/contract'
import { getProjectHome } from '@/lib/projects/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getProjectHomeEndpoint, ({ actor, params }) => getProjectHome(actor, params.projectId))
