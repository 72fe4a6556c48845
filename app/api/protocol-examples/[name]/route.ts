import { found } from '@/lib/platform/server/errors'
import { handle } from '@/lib/platform/server/handle'
import { getExampleEndpoint } from '@/lib/workspace/protocol-files/examples/contract'
import { readExample } from '@/lib/workspace/protocol-files/examples/queries'

export const GET = handle(getExampleEndpoint, async ({ params }) => found(await readExample(params.name)))
