import { handle } from '@/lib/platform/server/handle'
import { planProjectEndpoint } from '@/lib/quality/planning/contract'
import { planFromExpectations } from '@/lib/quality/planning/queries'

export const POST = handle(planProjectEndpoint, ({ body, request }) => planFromExpectations(body, request.signal))
