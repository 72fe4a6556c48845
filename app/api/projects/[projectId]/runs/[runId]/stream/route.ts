import { streamRunEndpoint } from '@/lib/automation/prefill/contract'
import { streamRun } from '@/lib/automation/prefill/stream-run'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(streamRunEndpoint, ({ actor, params, request }) => streamRun(actor, params, request.signal))
