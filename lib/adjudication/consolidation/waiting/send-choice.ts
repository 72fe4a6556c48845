'use client'
import {
  type ConsolidationView,
  proposeValueEndpoint,
  replyToProposalEndpoint,
  resolveQuestionEndpoint,
  setCauseEndpoint,
  takeLaneEndpoint,
  withdrawResolutionEndpoint,
} from '@/lib/adjudication/consolidation/contract'
import {
  acceptLaneEndpoint,
  acceptValueEndpoint,
  objectToValueEndpoint,
  takeBackWordEndpoint,
} from '@/lib/adjudication/consolidation/discussion/contract'
import type { DeskChoice } from '@/lib/adjudication/consolidation/waiting/contract'
import { type CallOptions, call } from '@/lib/platform/client/fetch-json'

/** Sends one choice to its endpoint, on a revision where the endpoint takes one. Throws ApiError. */
export function sendChoice(
  { taskId, ...at }: { taskId: string; unit: string; question: string },
  choice: DeskChoice,
  expectedRevision: number,
  options: CallOptions,
): Promise<ConsolidationView> {
  const params = { taskId }
  const { unit } = at
  switch (choice.does) {
    case 'settle': {
      const { choice: chosen, reason } = choice
      return call(
        resolveQuestionEndpoint,
        { params, body: { ...at, choice: chosen, ...(reason ? { reason } : {}), expectedRevision } },
        options,
      )
    }
    case 'withdraw':
      return call(withdrawResolutionEndpoint, { params, body: { ...at, expectedRevision } }, options)
    case 'take_unit':
      return call(takeLaneEndpoint, { params, body: { unit, lane: choice.lane, expectedRevision } }, options)
    case 'cause':
      return call(setCauseEndpoint, { params, body: { ...at, cause: choice.cause, expectedRevision } }, options)
    case 'propose': {
      const { value, comment } = choice
      return call(proposeValueEndpoint, { params, body: { ...at, value, comment, expectedRevision } }, options)
    }
    case 'reply': {
      const { value, reply, comment } = choice
      return call(replyToProposalEndpoint, { params, body: { ...at, value, reply, comment } }, options)
    }
    case 'accept': {
      const { choice: chosen, reason, remarkId } = choice
      return call(
        acceptValueEndpoint,
        { params, body: { ...at, choice: chosen, ...(reason ? { reason, remarkId } : {}) } },
        options,
      )
    }
    case 'accept_unit':
      return call(acceptLaneEndpoint, { params, body: { unit, lane: choice.lane } }, options)
    case 'object': {
      const { value, comment, remarkId } = choice
      return call(objectToValueEndpoint, { params, body: { ...at, value, comment, remarkId } }, options)
    }
    case 'take_back':
      return call(takeBackWordEndpoint, { params, body: at }, options)
  }
}
