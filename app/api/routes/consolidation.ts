import { adjudicateTask } from '@/lib/adjudication/consolidation/adjudicate-task'
import { approveTask } from '@/lib/adjudication/consolidation/approve-task'
import {
  adjudicateTaskEndpoint,
  approveTaskEndpoint,
  countDeskTimeEndpoint,
  getConsolidationEndpoint,
  proposeValueEndpoint,
  refuseApprovalEndpoint,
  replyToProposalEndpoint,
  resolveQuestionEndpoint,
  setCauseEndpoint,
  takeLaneEndpoint,
  withdrawResolutionEndpoint,
} from '@/lib/adjudication/consolidation/contract'
import { countDeskTime } from '@/lib/adjudication/consolidation/count-desk-time'
import { acceptLane } from '@/lib/adjudication/consolidation/discussion/accept-lane'
import { acceptValue } from '@/lib/adjudication/consolidation/discussion/accept-value'
import { callThirdRater } from '@/lib/adjudication/consolidation/discussion/call-third-rater'
import {
  acceptLaneEndpoint,
  acceptValueEndpoint,
  callThirdRaterEndpoint,
  objectToValueEndpoint,
  takeBackWordEndpoint,
} from '@/lib/adjudication/consolidation/discussion/contract'
import { objectToValue } from '@/lib/adjudication/consolidation/discussion/object-to-value'
import { takeBackWord } from '@/lib/adjudication/consolidation/discussion/take-back-word'
import { proposeValue } from '@/lib/adjudication/consolidation/propose-value'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { refuseApproval } from '@/lib/adjudication/consolidation/refuse-approval'
import { replyToProposal } from '@/lib/adjudication/consolidation/reply-to-proposal'
import { resolveQuestion } from '@/lib/adjudication/consolidation/resolve-question'
import { listReviewEndpoint } from '@/lib/adjudication/consolidation/review/contract'
import { listReview } from '@/lib/adjudication/consolidation/review/queries'
import { setCause } from '@/lib/adjudication/consolidation/set-cause'
import { takeLane } from '@/lib/adjudication/consolidation/take-lane'
import { withdrawResolution } from '@/lib/adjudication/consolidation/withdraw-resolution'
import { listOutcomesEndpoint } from '@/lib/adjudication/outcomes/contract'
import { listOutcomes } from '@/lib/adjudication/outcomes/queries'
import { handle, type Route } from '@/lib/platform/server/handle'

export const routes: readonly Route[] = [
  handle(listOutcomesEndpoint, ({ actor, params, query }) => listOutcomes(actor, params.projectId, query)),
  handle(listReviewEndpoint, ({ actor, params, query }) => listReview(actor, params.projectId, query)),
  handle(adjudicateTaskEndpoint, ({ actor, params, body }) => adjudicateTask(actor, params.taskId, body)),
  handle(approveTaskEndpoint, ({ actor, params, body }) => approveTask(actor, params.taskId, body)),
  handle(getConsolidationEndpoint, ({ actor, params }) => getConsolidation(actor, params.taskId)),
  handle(countDeskTimeEndpoint, ({ actor, params, body }) => countDeskTime(actor, params.taskId, body)),
  handle(setCauseEndpoint, ({ actor, params, body }) => setCause(actor, params.taskId, body)),
  handle(replyToProposalEndpoint, ({ actor, params, body }) => replyToProposal(actor, params.taskId, body)),
  handle(proposeValueEndpoint, ({ actor, params, body }) => proposeValue(actor, params.taskId, body)),
  handle(takeBackWordEndpoint, ({ actor, params, body }) => takeBackWord(actor, params.taskId, body)),
  handle(acceptLaneEndpoint, ({ actor, params, body }) => acceptLane(actor, params.taskId, body)),
  handle(acceptValueEndpoint, ({ actor, params, body }) => acceptValue(actor, params.taskId, body)),
  handle(objectToValueEndpoint, ({ actor, params, body }) => objectToValue(actor, params.taskId, body)),
  handle(refuseApprovalEndpoint, ({ actor, params, body }) => refuseApproval(actor, params.taskId, body)),
  handle(withdrawResolutionEndpoint, ({ actor, params, body }) => withdrawResolution(actor, params.taskId, body)),
  handle(takeLaneEndpoint, ({ actor, params, body }) => takeLane(actor, params.taskId, body)),
  handle(resolveQuestionEndpoint, ({ actor, params, body }) => resolveQuestion(actor, params.taskId, body)),
  handle(callThirdRaterEndpoint, ({ actor, params, body }) => callThirdRater(actor, params.taskId, body)),
]
