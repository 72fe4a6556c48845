import { listFindingsEndpoint } from '@/lib/checks/contract'
import { listFindings } from '@/lib/checks/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(listFindingsEndpoint, ({ actor, params, query }) => listFindings(actor, params, query))
