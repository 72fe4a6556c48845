import { handle } from '@/lib/platform/server/handle'
import { getPictureEndpoint } from '@/lib/quality/agreement/pictures/contract'
import { getPicture } from '@/lib/quality/agreement/pictures/get-picture'

export const GET = handle(getPictureEndpoint, ({ actor, params, query }) => getPicture(actor, params, query))
