import { handle } from '@/lib/server/handle'
import { revokeTokenEndpoint } from '@/lib/users/tokens/contract'
import { revokeToken } from '@/lib/users/tokens/revoke-token'

export const DELETE = handle(revokeTokenEndpoint, ({ actor, params }) => revokeToken(actor, params.tokenId))
