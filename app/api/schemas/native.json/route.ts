import { nativeSchemaEndpoint } from '@/lib/gold/releases/contract'
import { nativeSchemaResponse } from '@/lib/gold/releases/native-schema'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(nativeSchemaEndpoint, async () => nativeSchemaResponse())
