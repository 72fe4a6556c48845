import { handle } from '@/lib/platform/server/handle'
import { changeVersion } from '@/lib/workspace/protocol-files/change-version'
import { changeVersionEndpoint, getVersionChangeEndpoint } from '@/lib/workspace/protocol-files/contract'
import { getVersionChange } from '@/lib/workspace/protocol-files/version-queries'

export const GET = handle(getVersionChangeEndpoint, ({ actor, params }) =>
  getVersionChange(actor, params.projectId, params.version),
)

export const POST = handle(changeVersionEndpoint, ({ actor, params, body }) =>
  changeVersion(actor, params.projectId, { from: body.from, to: params.version, finished: body.finished }),
)
