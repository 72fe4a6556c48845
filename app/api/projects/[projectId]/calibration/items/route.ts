import { handle } from '@/lib/platform/server/handle'
import { chooseItems } from '@/lib/quality/calibration/choose-items'
import { chooseItemsEndpoint } from '@/lib/quality/calibration/contract'

export const POST = handle(chooseItemsEndpoint, ({ actor, params, body }) => chooseItems(actor, params.projectId, body))
