import { listErrors } from '@/lib/gold/evaluation/queries'
import { listErrorsEndpoint } from '@/lib/gold/evaluation/report/contract'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(listErrorsEndpoint, ({ actor, params, query }) => listErrors(actor, params.projectId, query))
