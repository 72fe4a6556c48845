import { openApiEndpoint } from '@/lib/platform/api/contract'
import { openApiResponse } from '@/lib/platform/api/openapi-response'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(openApiEndpoint, async () => openApiResponse())
