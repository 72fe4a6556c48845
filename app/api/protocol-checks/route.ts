import { handle } from '@/lib/platform/server/handle'
import { checkProtocolFile } from '@/lib/workspace/protocol-files/check-file'
import { checkProtocolEndpoint } from '@/lib/workspace/protocol-files/contract'

export const POST = handle(checkProtocolEndpoint, ({ actor, body }) => checkProtocolFile(actor, body))
