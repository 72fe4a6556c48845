import { handle, type Route } from '@/lib/platform/server/handle'
import { getAgreementEndpoint, streamAgreementEndpoint } from '@/lib/quality/agreement/contract'
import { getMeasureEndpoint, getSlicesEndpoint } from '@/lib/quality/agreement/detail/contract'
import {
  getCausesEndpoint,
  getDifficultyEndpoint,
  getDiscussionEndpoint,
} from '@/lib/quality/agreement/disagreements/contract'
import { getCauses, getDifficulty, getDiscussion } from '@/lib/quality/agreement/disagreements/queries'
import { getPictureEndpoint } from '@/lib/quality/agreement/pictures/contract'
import { getPicture } from '@/lib/quality/agreement/pictures/get-picture'
import { getPlanEndpoint } from '@/lib/quality/agreement/planner/contract'
import { getPlan } from '@/lib/quality/agreement/planner/queries'
import { getAgreement, getMeasure, getSlices } from '@/lib/quality/agreement/queries'
import { getMethodsEndpoint, getReceiptEndpoint } from '@/lib/quality/agreement/receipts/contract'
import { getReceipt } from '@/lib/quality/agreement/receipts/get-receipt'
import { downloadMethods } from '@/lib/quality/agreement/receipts/queries'
import { streamAgreement } from '@/lib/quality/agreement/stream-agreement'
import { getDistributionsEndpoint, listItemDistributionsEndpoint } from '@/lib/quality/distributions/contract'
import { getDistributions, listItemDistributions } from '@/lib/quality/distributions/queries'
import { getPlanBasisEndpoint, planProjectEndpoint } from '@/lib/quality/planning/contract'
import { getPlanBases, planFromExpectations } from '@/lib/quality/planning/queries'
import { checkRatings } from '@/lib/quality/rater-matrix/check-ratings'
import { checkRatingsEndpoint } from '@/lib/quality/rater-matrix/contract'

export const routes: readonly Route[] = [
  handle(checkRatingsEndpoint, ({ query, request }) => checkRatings(query, request)),
  handle(listItemDistributionsEndpoint, async ({ actor, params }) => ({
    units: await listItemDistributions(actor, params.itemId),
  })),
  handle(planProjectEndpoint, ({ body, request }) => planFromExpectations(body, request.signal)),
  handle(getAgreementEndpoint, ({ actor, params, query }) => getAgreement(actor, params.projectId, query)),
  handle(getMeasureEndpoint, ({ actor, params: { projectId, ...keys } }) => getMeasure(actor, projectId, keys)),
  handle(getSlicesEndpoint, ({ actor, params: { projectId, ...keys }, query }) =>
    getSlices(actor, projectId, keys, query),
  ),
  handle(streamAgreementEndpoint, ({ actor, params, request }) =>
    streamAgreement(actor, params.projectId, request.signal),
  ),
  handle(getCausesEndpoint, ({ actor, params }) => getCauses(actor, params.projectId, params.stage)),
  handle(getDifficultyEndpoint, ({ actor, params, query }) =>
    getDifficulty(actor, params.projectId, params.stage, query),
  ),
  handle(getDiscussionEndpoint, ({ actor, params }) => getDiscussion(actor, params.projectId, params.stage)),
  handle(getDistributionsEndpoint, ({ actor, params, query }) => getDistributions(actor, params, query)),
  handle(getMethodsEndpoint, ({ actor, params, query }) => downloadMethods(actor, params.projectId, query.form)),
  handle(getPictureEndpoint, ({ actor, params, query }) => getPicture(actor, params, query)),
  handle(getPlanBasisEndpoint, ({ actor, params }) => getPlanBases(actor, params.projectId)),
  handle(getPlanEndpoint, ({ actor, params, query }) => getPlan(actor, params, query)),
  handle(getReceiptEndpoint, ({ actor, params, query, request }) => getReceipt(actor, params, query, request.signal)),
]
