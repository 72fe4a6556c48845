import { handle } from '@/lib/platform/server/handle'
import { createTokenEndpoint, listTokensEndpoint } from '@/lib/workspace/users/tokens/contract'
import { createToken } from '@/lib/workspace/users/tokens/create-token'
import { listTokens } from '@/lib/workspace/users/tokens/queries'

export const GET = handle(listTokensEndpoint, ({ actor }) => listTokens(actor))
export const POST = handle(createTokenEndpoint, ({ actor, body }) => createToken(actor, body))
