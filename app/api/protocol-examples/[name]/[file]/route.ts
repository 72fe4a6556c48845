import { handle } from '@/lib/platform/server/handle'
import { downloadExampleEndpoint } from '@/lib/workspace/protocol-files/examples/contract'
import { downloadExample } from '@/lib/workspace/protocol-files/examples/queries'

export const GET = handle(downloadExampleEndpoint, ({ params }) => downloadExample(params.name, params.file))
