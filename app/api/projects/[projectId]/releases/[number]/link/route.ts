import { makeReleaseLinkEndpoint, revokeReleaseLinkEndpoint } from '@/lib/releases/release/contract'
import { makeReleaseLink, revokeReleaseLink } from '@/lib/releases/release/release-link'
import { handle } from '@/lib/server/handle'

export const POST = handle(makeReleaseLinkEndpoint, ({ actor, params }) => makeReleaseLink(actor, params))

export const DELETE = handle(revokeReleaseLinkEndpoint, ({ actor, params }) => revokeReleaseLink(actor, params))
