import { downloadReleaseEndpoint } from '@/lib/gold/releases/release/contract'
import { downloadRelease } from '@/lib/gold/releases/release/download-release'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(downloadReleaseEndpoint, ({ actor, params }) => downloadRelease(actor, params))
