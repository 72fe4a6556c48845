import { apiNames, endpoints } from '@/app/api/endpoints'
import { API_VERSION, openApiEndpoint } from '@/lib/platform/api/contract'
import { openApi } from '@/lib/platform/api/openapi'
import { handle } from '@/lib/platform/server/handle'

/** Written when it is first asked for; it stays the same as long as the process lives. */
let text = ''

export const GET = handle(openApiEndpoint, async () => {
  text ||= JSON.stringify(openApi(endpoints, API_VERSION, apiNames))
  return new Response(text, { headers: { 'content-type': 'application/json' } })
})
