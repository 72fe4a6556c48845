import { startGenerationEndpoint } from '@/lib/automation/prefill/generation/contract'
import { startGeneration } from '@/lib/automation/prefill/generation/start-generation'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(startGenerationEndpoint, ({ actor, params, body }) =>
  startGeneration(actor, params.projectId, body),
)
