import { getChecksEndpoint, listFindingsEndpoint, overrideLabelEndpoint } from '@/lib/gold/checks/contract'
import { overrideLabel } from '@/lib/gold/checks/override-label'
import { getChecks, listFindings } from '@/lib/gold/checks/queries'
import { handle, type Route } from '@/lib/platform/server/handle'

export const routes: readonly Route[] = [
  handle(overrideLabelEndpoint, ({ actor, params, body }) => overrideLabel(actor, params.itemId, body)),
  handle(getChecksEndpoint, ({ actor, params }) => getChecks(actor, params.projectId)),
  handle(listFindingsEndpoint, ({ actor, params, query }) => listFindings(actor, params, query)),
]
