import { startGenerationEndpoint } from '@/lib/prefill/generation/contract'
import { startGeneration } from '@/lib/prefill/generation/start-generation'
import { handle } from '@/lib/server/handle'

export const POST = handle(startGenerationEndpoint, ({ actor, params, body }) =>
  startGeneration(actor, params.projectId, body),
)
