import { getRevealEndpoint } from '@/lib/adjudication/inbox/contract'
import { getReveal } from '@/lib/adjudication/inbox/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(getRevealEndpoint, ({ actor, params }) => getReveal(actor, params.taskId))
