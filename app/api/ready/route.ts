import { checkReady } from '@/lib/operations/check-ready'
import { readyEndpoint } from '@/lib/operations/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(readyEndpoint, () => checkReady())
