import { listErrors } from '@/lib/evaluation/queries'
import { listErrorsEndpoint } from '@/lib/evaluation/report/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(listErrorsEndpoint, ({ actor, params, query }) => listErrors(actor, params.projectId, query))
