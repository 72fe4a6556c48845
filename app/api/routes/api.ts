import { apiDocument } from '@/app/api/api-document'
import { openApiEndpoint } from '@/lib/platform/api/contract'
import { handle, type Route } from '@/lib/platform/server/handle'

/** The API document; written when it is first asked for. */
let text = ''

export const routes: readonly Route[] = [
  handle(openApiEndpoint, async () => {
    text ||= JSON.stringify(apiDocument())
    return new Response(text, { headers: { 'content-type': 'application/json' } })
  }),
]
