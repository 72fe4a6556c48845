import { updateStageEndpoint } from '@/lib/projects/contract'
import { updateStage } from '@/lib/projects/update-stage'
import { handle } from '@/lib/server/handle'

export const PATCH = handle(updateStageEndpoint, ({ actor, params, body }) => updateStage(actor, params, body))
