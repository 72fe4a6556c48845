import { adjudicateTask } from '@/lib/consolidation/adjudicate-task'
import { adjudicateTaskEndpoint } from '@/lib/consolidation/contract'
import { handle } from '@/lib/server/handle'

export const POST = handle(adjudicateTaskEndpoint, ({ actor, params, body }) =>
  adjudicateTask(actor, params.taskId, body),
)
