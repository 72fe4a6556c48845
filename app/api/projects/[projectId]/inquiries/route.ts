import { listInquiriesEndpoint } from '@/lib/annotation/inquiries/contract'
import { listInquiries } from '@/lib/annotation/inquiries/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(listInquiriesEndpoint, ({ actor, params, query }) =>
  listInquiries(actor, params.projectId, query),
)
