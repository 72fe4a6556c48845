import { createAuditEndpoint, listAuditsEndpoint } from '@/lib/gold/side-samples/contract'
import { createAudit } from '@/lib/gold/side-samples/create-audit'
import { listAudits } from '@/lib/gold/side-samples/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(listAuditsEndpoint, ({ actor, params }) => listAudits(actor, params.projectId))
export const POST = handle(createAuditEndpoint, ({ actor, params, body }) => createAudit(actor, params.projectId, body))
