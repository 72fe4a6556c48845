import { addRun } from '@/lib/gold/evaluation/add-run'
import { addRunEndpoint } from '@/lib/gold/evaluation/contract'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(addRunEndpoint, ({ actor, params, body }) => addRun(actor, params.projectId, body))
