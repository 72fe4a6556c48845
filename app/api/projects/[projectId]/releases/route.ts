import { listReleasesEndpoint, startReleaseEndpoint } from '@/lib/releases/release/contract'
import { listReleases } from '@/lib/releases/release/queries'
import { startRelease } from '@/lib/releases/release/start-release'
import { handle } from '@/lib/server/handle'

export const GET = handle(listReleasesEndpoint, ({ actor, params }) => listReleases(actor, params.projectId))

export const POST = handle(startReleaseEndpoint, ({ actor, params, body }) =>
  startRelease(actor, params.projectId, body),
)
