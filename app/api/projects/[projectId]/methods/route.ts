import { handle } from '@/lib/platform/server/handle'
import { getMethodsEndpoint } from '@/lib/quality/agreement/receipts/contract'
import { downloadMethods } from '@/lib/quality/agreement/receipts/queries'

export const GET = handle(getMethodsEndpoint, ({ actor, params, query }) =>
  downloadMethods(actor, params.projectId, query.form),
)
