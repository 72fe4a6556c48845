import { apiDocument } from '@/app/api/api-document'
import { openApiEndpoint } from '@/lib/platform/api/contract'
import { handle } from '@/lib/platform/server/handle'

/** Written when it is first asked for. */
let text = ''

export const GET = handle(openApiEndpoint, async () => {
  text ||= JSON.stringify(apiDocument())
  return new Response(text, { headers: { 'content-type': 'application/json' } })
})
