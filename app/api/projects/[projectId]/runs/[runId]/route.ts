import { getRunEndpoint } from '@/lib/automation/prefill/contract'
import { getRun } from '@/lib/automation/prefill/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(getRunEndpoint, ({ actor, params }) => getRun(actor, params.projectId, params.runId))
