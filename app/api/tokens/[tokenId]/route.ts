import { handle } from '@/lib/platform/server/handle'
import { revokeTokenEndpoint } from '@/lib/workspace/users/tokens/contract'
import { revokeToken } from '@/lib/workspace/users/tokens/revoke-token'

export const DELETE = handle(revokeTokenEndpoint, ({ actor, params }) => revokeToken(actor, params.tokenId))
