import { handle } from '@/lib/server/handle'
import { createTokenEndpoint, listTokensEndpoint } from '@/lib/users/tokens/contract'
import { createToken } from '@/lib/users/tokens/create-token'
import { listTokens } from '@/lib/users/tokens/queries'

export const GET = handle(listTokensEndpoint, ({ actor }) => listTokens(actor))
export const POST = handle(createTokenEndpoint, ({ actor, body }) => createToken(actor, body))
