import { checkRatings } from '@/lib/rater-matrix/check-ratings'
import { checkRatingsEndpoint } from '@/lib/rater-matrix/contract'
import { handle } from '@/lib/server/handle'

export const POST = handle(checkRatingsEndpoint, ({ query, request }) => checkRatings(query, request))
