import { handle } from '@/lib/platform/server/handle'
import { getProtocolEndpoint, removeProtocolEndpoint } from '@/lib/workspace/protocol-files/contract'
import { getProtocolVersion } from '@/lib/workspace/protocol-files/queries'
import { removeVersion } from '@/lib/workspace/protocol-files/remove-version'

export const GET = handle(getProtocolEndpoint, ({ actor, params }) => getProtocolVersion(actor, params))

export const DELETE = handle(removeProtocolEndpoint, ({ actor, params }) => removeVersion(actor, params))
