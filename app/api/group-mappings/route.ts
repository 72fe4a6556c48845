import { handle } from '@/lib/platform/server/handle'
import { createMappingEndpoint, listMappingsEndpoint } from '@/lib/workspace/users/groups/contract'
import { createMapping } from '@/lib/workspace/users/groups/create-mapping'
import { listMappings } from '@/lib/workspace/users/groups/queries'

export const GET = handle(listMappingsEndpoint, ({ actor }) => listMappings(actor))
export const POST = handle(createMappingEndpoint, ({ actor, body }) => createMapping(actor, body))
