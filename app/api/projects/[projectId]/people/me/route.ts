import { getOwnFiguresEndpoint } from '@/lib/people/contract'
import { getOwnFigures } from '@/lib/people/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getOwnFiguresEndpoint, ({ actor, params }) => getOwnFigures(actor, params.projectId))
