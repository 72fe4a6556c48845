import { handle } from '@/lib/platform/server/handle'
import { downloadRejectedEndpoint } from '@/lib/workspace/imports/contract'
import { downloadRejected } from '@/lib/workspace/imports/download-rejected'

export const GET = handle(downloadRejectedEndpoint, ({ actor, params }) => downloadRejected(actor, params.importId))
