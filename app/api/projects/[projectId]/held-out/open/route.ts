import { openHeldOutEndpoint } from '@/lib/gold/held-out/contract'
import { openHeldOut } from '@/lib/gold/held-out/open-held-out'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(openHeldOutEndpoint, ({ actor, params }) => openHeldOut(actor, params.projectId))
