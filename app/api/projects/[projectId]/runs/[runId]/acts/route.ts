import { actOnRun } from '@/lib/automation/prefill/act-on-run'
import { actOnRunEndpoint } from '@/lib/automation/prefill/contract'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(actOnRunEndpoint, ({ actor, params, body }) => actOnRun(actor, params, body))
