import { getOpenedPageEndpoint } from '@/lib/automation/evidence/contract'
import { getOpenedPage } from '@/lib/automation/evidence/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(getOpenedPageEndpoint, ({ actor, params }) => getOpenedPage(actor, params))
