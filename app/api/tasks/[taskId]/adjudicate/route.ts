import { adjudicateTask } from '@/lib/adjudication/consolidation/adjudicate-task'
import { adjudicateTaskEndpoint } from '@/lib/adjudication/consolidation/contract'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(adjudicateTaskEndpoint, ({ actor, params, body }) =>
  adjudicateTask(actor, params.taskId, body),
)
