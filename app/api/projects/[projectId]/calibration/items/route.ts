import { chooseItems } from '@/lib/calibration/choose-items'
import { chooseItemsEndpoint } from '@/lib/calibration/contract'
import { handle } from '@/lib/server/handle'

export const POST = handle(chooseItemsEndpoint, ({ actor, params, body }) => chooseItems(actor, params.projectId, body))
