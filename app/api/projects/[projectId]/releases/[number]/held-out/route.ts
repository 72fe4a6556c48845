import { getHeldOutEndpoint } from '@/lib/gold/held-out/contract'
import { getHeldOut } from '@/lib/gold/held-out/read-held-out'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(getHeldOutEndpoint, ({ actor, params }) => getHeldOut(actor, params))
