import { streamRunEndpoint } from '@/lib/prefill/contract'
import { streamRun } from '@/lib/prefill/stream-run'
import { handle } from '@/lib/server/handle'

export const GET = handle(streamRunEndpoint, ({ actor, params, request }) => streamRun(actor, params, request.signal))
