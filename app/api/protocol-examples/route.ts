import { handle } from '@/lib/platform/server/handle'
import { listExamplesEndpoint } from '@/lib/workspace/protocol-files/examples/contract'
import { listExamples } from '@/lib/workspace/protocol-files/examples/queries'

export const GET = handle(listExamplesEndpoint, async () => ({ examples: await listExamples() }))
