import { downloadReleaseFileEndpoint } from '@/lib/gold/releases/release/contract'
import { downloadReleaseFile } from '@/lib/gold/releases/release/download-release'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(downloadReleaseFileEndpoint, ({ actor, params, query }) =>
  downloadReleaseFile(actor, params, query.path),
)
