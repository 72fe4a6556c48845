import { actOnRun } from '@/lib/prefill/act-on-run'
import { actOnRunEndpoint } from '@/lib/prefill/contract'
import { handle } from '@/lib/server/handle'

export const POST = handle(actOnRunEndpoint, ({ actor, params, body }) => actOnRun(actor, params, body))
