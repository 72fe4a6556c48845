import { listKeysEndpoint } from '@/lib/automation/keys/contract'
import { listKeys } from '@/lib/automation/keys/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(listKeysEndpoint, ({ actor }) => listKeys(actor))
