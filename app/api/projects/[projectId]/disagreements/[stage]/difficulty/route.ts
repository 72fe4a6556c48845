import { handle } from '@/lib/platform/server/handle'
import { getDifficultyEndpoint } from '@/lib/quality/agreement/disagreements/contract'
import { getDifficulty } from '@/lib/quality/agreement/disagreements/queries'

export const GET = handle(getDifficultyEndpoint, ({ actor, params, query }) =>
  getDifficulty(actor, params.projectId, params.stage, query),
)
