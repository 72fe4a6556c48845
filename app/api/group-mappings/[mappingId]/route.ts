import { handle } from '@/lib/platform/server/handle'
import { deleteMappingEndpoint } from '@/lib/workspace/users/groups/contract'
import { deleteMapping } from '@/lib/workspace/users/groups/delete-mapping'

export const DELETE = handle(deleteMappingEndpoint, ({ actor, params }) => deleteMapping(actor, params.mappingId))
