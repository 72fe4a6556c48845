import { nativeSchemaEndpoint } from '@/lib/releases/contract'
import { nativeSchemaResponse } from '@/lib/releases/native-schema'
import { handle } from '@/lib/server/handle'

export const GET = handle(nativeSchemaEndpoint, async () => nativeSchemaResponse())
