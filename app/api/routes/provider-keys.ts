import { listKeysEndpoint, removeKeyEndpoint, setKeyEndpoint, testKeyEndpoint } from '@/lib/automation/keys/contract'
import { listKeys } from '@/lib/automation/keys/queries'
import { removeKey } from '@/lib/automation/keys/remove-key'
import { setKey } from '@/lib/automation/keys/set-key'
import { testKey } from '@/lib/automation/keys/test-key'
import { handle, type Route } from '@/lib/platform/server/handle'

export const routes: readonly Route[] = [
  handle(listKeysEndpoint, ({ actor }) => listKeys(actor)),
  handle(removeKeyEndpoint, ({ actor, params, body }) => removeKey(actor, params.provider, body)),
  handle(setKeyEndpoint, ({ actor, params, body }) => setKey(actor, params.provider, body)),
  handle(testKeyEndpoint, ({ actor, params, request }) => testKey(actor, params.provider, request.signal)),
]
