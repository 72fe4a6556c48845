import { listFindingsEndpoint } from '@/lib/gold/checks/contract'
import { listFindings } from '@/lib/gold/checks/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(listFindingsEndpoint, ({ actor, params, query }) => listFindings(actor, params, query))
