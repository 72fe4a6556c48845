import { handle } from '@/lib/platform/server/handle'
import { getOwnFiguresEndpoint } from '@/lib/quality/people/contract'
import { getOwnFigures } from '@/lib/quality/people/queries'

export const GET = handle(getOwnFiguresEndpoint, ({ actor, params }) => getOwnFigures(actor, params.projectId))
