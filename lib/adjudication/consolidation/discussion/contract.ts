/** Settling among partners: each says which value they accept, and what all accept stands. */
import { z } from 'zod'
import { consolidationSchema } from '@/lib/adjudication/consolidation/contract'
import { saveAnswerBody } from '@/lib/annotation/annotations/contract'
import { storableText } from '@/lib/annotation/comments/contract'
import { endpoint } from '@/lib/platform/api/endpoint'

const params = z.object({ taskId: z.uuid() })
const placeFields = { unit: z.string().min(1).max(100), question: z.string().min(1).max(100) }
const value = saveAnswerBody.shape.value
/** An id made by the sender: what is sent again with the same id is not said again. */
const remarkId = z.uuid().optional()
const shared = { tag: 'consolidation', auth: 'actor', params, response: consolidationSchema } as const

export const acceptValueBody = z.object({
  ...placeFields,
  /** An annotator's frozen answer by the letter of their lane; or a value, said before or new. */
  choice: z.union([z.strictObject({ lane: z.string() }), z.strictObject({ value })]),
  /** Needed for a decision that nobody has said yet, and for a list with a new entry. */
  reason: storableText.default(''),
  remarkId,
})
export type AcceptValue = z.output<typeof acceptValueBody>

export const acceptValueEndpoint = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/tasks/{taskId}/discussion',
  summary: 'Say which value you accept in a discussion; one that nobody said yet is thereby proposed',
  body: acceptValueBody,
})

export const acceptLaneBody = z.object({ unit: placeFields.unit, lane: z.string() })
export type AcceptLane = z.output<typeof acceptLaneBody>

export const acceptLaneEndpoint = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/tasks/{taskId}/discussion',
  summary: 'Accept everything that is open on one unit and its parts as one lane has it',
  body: acceptLaneBody,
})

export const takeBackWordBody = z.object(placeFields)
export type TakeBackWord = z.output<typeof takeBackWordBody>

export const takeBackWordEndpoint = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/tasks/{taskId}/discussion',
  summary: 'Take back what you said on a question; your own answer counts again',
  body: takeBackWordBody,
})

export const objectToValueBody = z.object({
  ...placeFields,
  /** The value objected to: one that nobody holds any more is refused with 409. */
  value,
  comment: storableText.min(1, 'Say in a sentence what speaks against it.'),
  remarkId,
})
export type ObjectToValue = z.output<typeof objectToValueBody>

export const objectToValueEndpoint = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/tasks/{taskId}/discussion/objections',
  summary: 'Object to a value, saying why; if you accepted it, you do so no longer',
  body: objectToValueBody,
})

export const callThirdRaterBody = z.object({
  reason: storableText.min(1, 'Say in a sentence what you cannot agree on.'),
})
export type CallThirdRater = z.output<typeof callThirdRaterBody>

export const callThirdRaterEndpoint = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/tasks/{taskId}/third-rater',
  summary: 'Call a third rater into a discussion that is stuck',
  body: callThirdRaterBody,
})
