import { getDifficultyEndpoint } from '@/lib/agreement/disagreements/contract'
import { getDifficulty } from '@/lib/agreement/disagreements/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getDifficultyEndpoint, ({ actor, params, query }) =>
  getDifficulty(actor, params.projectId, params.stage, query),
)
