import { checkReady } from '@/lib/platform/operations/check-ready'
import { readyEndpoint } from '@/lib/platform/operations/contract'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(readyEndpoint, () => checkReady())
