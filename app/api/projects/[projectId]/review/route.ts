import { listReviewEndpoint } from '@/lib/consolidation/review/contract'
import { listReview } from '@/lib/consolidation/review/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(listReviewEndpoint, ({ actor, params }) => listReview(actor, params.projectId))
