import { handle } from '@/lib/platform/server/handle'
import { listProtocolsEndpoint, publishProtocolEndpoint } from '@/lib/workspace/protocol-files/contract'
import { publishVersion } from '@/lib/workspace/protocol-files/publish-version'
import { listProtocols } from '@/lib/workspace/protocol-files/queries'

export const GET = handle(listProtocolsEndpoint, async ({ actor }) => ({ protocols: await listProtocols(actor) }))

export const POST = handle(publishProtocolEndpoint, ({ actor, body }) => publishVersion(actor, body))
