import { createAuditEndpoint, listAuditsEndpoint } from '@/lib/audits/contract'
import { createAudit } from '@/lib/audits/create-audit'
import { listAudits } from '@/lib/audits/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(listAuditsEndpoint, ({ actor, params }) => listAudits(actor, params.projectId))
export const POST = handle(createAuditEndpoint, ({ actor, params, body }) => createAudit(actor, params.projectId, body))
