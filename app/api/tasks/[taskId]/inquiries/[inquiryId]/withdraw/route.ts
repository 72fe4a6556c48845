import { withdrawInquiryEndpoint } from '@/lib/annotation/inquiries/contract'
import { withdrawInquiry } from '@/lib/annotation/inquiries/withdraw-inquiry'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(withdrawInquiryEndpoint, ({ actor, params }) =>
  withdrawInquiry(actor, params.taskId, params.inquiryId),
)
