import { handle } from '@/lib/platform/server/handle'
import { checkRatings } from '@/lib/quality/rater-matrix/check-ratings'
import { checkRatingsEndpoint } from '@/lib/quality/rater-matrix/contract'

export const POST = handle(checkRatingsEndpoint, ({ query, request }) => checkRatings(query, request))
