import { listPushesEndpoint, startPushEndpoint } from '@/lib/gold/releases/push/contract'
import { listPushes } from '@/lib/gold/releases/push/queries'
import { startPush } from '@/lib/gold/releases/push/start-push'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(listPushesEndpoint, ({ actor, params }) => listPushes(actor, params))

export const POST = handle(startPushEndpoint, ({ actor, params, body }) => startPush(actor, params, body))
