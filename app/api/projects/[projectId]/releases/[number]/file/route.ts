import { downloadReleaseFileEndpoint } from '@/lib/releases/release/contract'
import { downloadReleaseFile } from '@/lib/releases/release/download-release'
import { handle } from '@/lib/server/handle'

export const GET = handle(downloadReleaseFileEndpoint, ({ actor, params, query }) =>
  downloadReleaseFile(actor, params, query.path),
)
