import { acceptLane } from '@/lib/adjudication/consolidation/discussion/accept-lane'
import { acceptValue } from '@/lib/adjudication/consolidation/discussion/accept-value'
import {
  acceptLaneEndpoint,
  acceptValueEndpoint,
  takeBackWordEndpoint,
} from '@/lib/adjudication/consolidation/discussion/contract'
import { takeBackWord } from '@/lib/adjudication/consolidation/discussion/take-back-word'
import { handle } from '@/lib/platform/server/handle'

export const PUT = handle(acceptValueEndpoint, ({ actor, params, body }) => acceptValue(actor, params.taskId, body))
export const POST = handle(acceptLaneEndpoint, ({ actor, params, body }) => acceptLane(actor, params.taskId, body))
export const DELETE = handle(takeBackWordEndpoint, ({ actor, params, body }) =>
  takeBackWord(actor, params.taskId, body),
)
