import { listReleasesEndpoint, startReleaseEndpoint } from '@/lib/gold/releases/release/contract'
import { listReleases } from '@/lib/gold/releases/release/queries'
import { startRelease } from '@/lib/gold/releases/release/start-release'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(listReleasesEndpoint, ({ actor, params }) => listReleases(actor, params.projectId))

export const POST = handle(startReleaseEndpoint, ({ actor, params, body }) =>
  startRelease(actor, params.projectId, body),
)
