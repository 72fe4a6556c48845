import { addRun } from '@/lib/evaluation/add-run'
import { addRunEndpoint } from '@/lib/evaluation/contract'
import { handle } from '@/lib/server/handle'

export const POST = handle(addRunEndpoint, ({ actor, params, body }) => addRun(actor, params.projectId, body))
