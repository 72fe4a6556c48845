import { listReviewEndpoint } from '@/lib/adjudication/consolidation/review/contract'
import { listReview } from '@/lib/adjudication/consolidation/review/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(listReviewEndpoint, ({ actor, params, query }) => listReview(actor, params.projectId, query))
