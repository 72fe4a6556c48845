import { listRunsEndpoint, startRunEndpoint } from '@/lib/prefill/contract'
import { listRuns } from '@/lib/prefill/queries'
import { startRun } from '@/lib/prefill/start-run'
import { handle } from '@/lib/server/handle'

export const GET = handle(listRunsEndpoint, ({ actor, params }) => listRuns(actor, params.projectId))
export const POST = handle(startRunEndpoint, ({ actor, params, body }) => startRun(actor, params.projectId, body))
