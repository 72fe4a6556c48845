import { openApiEndpoint } from '@/lib/api/contract'
import { openApiResponse } from '@/lib/api/openapi-response'
import { handle } from '@/lib/server/handle'

export const GET = handle(openApiEndpoint, async () => openApiResponse())
