import { removeKeyEndpoint, setKeyEndpoint } from '@/lib/automation/keys/contract'
import { removeKey } from '@/lib/automation/keys/remove-key'
import { setKey } from '@/lib/automation/keys/set-key'
import { handle } from '@/lib/platform/server/handle'

export const PUT = handle(setKeyEndpoint, ({ actor, params, body }) => setKey(actor, params.provider, body))
export const DELETE = handle(removeKeyEndpoint, ({ actor, params, body }) => removeKey(actor, params.provider, body))
