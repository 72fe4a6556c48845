import { answerInquiry } from '@/lib/annotation/inquiries/answer-inquiry'
import { answerInquiryEndpoint } from '@/lib/annotation/inquiries/contract'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(answerInquiryEndpoint, ({ actor, params, body }) =>
  answerInquiry(actor, params.projectId, params.inquiryId, body.answer),
)
