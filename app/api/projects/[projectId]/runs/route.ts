import { listRunsEndpoint, startRunEndpoint } from '@/lib/automation/prefill/contract'
import { listRuns } from '@/lib/automation/prefill/queries'
import { startRun } from '@/lib/automation/prefill/start-run'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(listRunsEndpoint, ({ actor, params }) => listRuns(actor, params.projectId))
export const POST = handle(startRunEndpoint, ({ actor, params, body }) => startRun(actor, params.projectId, body))
