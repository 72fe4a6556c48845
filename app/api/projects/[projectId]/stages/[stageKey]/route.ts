import { handle } from '@/lib/platform/server/handle'
import { updateStageEndpoint } from '@/lib/workspace/projects/contract'
import { updateStage } from '@/lib/workspace/projects/update-stage'

export const PATCH = handle(updateStageEndpoint, ({ actor, params, body }) => updateStage(actor, params, body))
