import { downloadReleaseEndpoint } from '@/lib/releases/release/contract'
import { downloadRelease } from '@/lib/releases/release/download-release'
import { handle } from '@/lib/server/handle'

export const GET = handle(downloadReleaseEndpoint, ({ actor, params }) => downloadRelease(actor, params))
