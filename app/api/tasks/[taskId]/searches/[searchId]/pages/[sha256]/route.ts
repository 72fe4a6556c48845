import { getOpenedPageEndpoint } from '@/lib/evidence/contract'
import { getOpenedPage } from '@/lib/evidence/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getOpenedPageEndpoint, ({ actor, params }) => getOpenedPage(actor, params))
