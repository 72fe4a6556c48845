import { getRunEndpoint } from '@/lib/prefill/contract'
import { getRun } from '@/lib/prefill/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getRunEndpoint, ({ actor, params }) => getRun(actor, params.projectId, params.runId))
