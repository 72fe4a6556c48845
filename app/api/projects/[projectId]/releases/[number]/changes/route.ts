import { compareTwoReleases } from '@/lib/gold/releases/release/comparison/queries'
import { compareReleasesEndpoint } from '@/lib/gold/releases/release/contract'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(compareReleasesEndpoint, ({ actor, params, query, request }) =>
  compareTwoReleases(actor, params, query.since, request.signal),
)
