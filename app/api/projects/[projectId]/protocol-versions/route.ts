import { handle } from '@/lib/platform/server/handle'
import { listProjectVersionsEndpoint } from '@/lib/workspace/protocol-files/contract'
import { listProjectVersions } from '@/lib/workspace/protocol-files/version-queries'

export const GET = handle(listProjectVersionsEndpoint, ({ actor, params }) =>
  listProjectVersions(actor, params.projectId),
)
