import { endpoints } from '@/app/api/endpoints'
import { API_VERSION, openApiEndpoint } from '@/lib/platform/api/contract'
import { openApi } from '@/lib/platform/api/openapi'
import { handle } from '@/lib/platform/server/handle'

// Made anew each time: it is small, and asked for seldom.
export const GET = handle(openApiEndpoint, async () => Response.json(openApi(endpoints, API_VERSION)))
