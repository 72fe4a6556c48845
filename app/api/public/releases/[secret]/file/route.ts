import { downloadPublicFileEndpoint } from '@/lib/gold/releases/release/public/contract'
import { downloadPublicFile } from '@/lib/gold/releases/release/public/public-release'
import { handle } from '@/lib/platform/server/handle'
import { clientAddress } from '@/lib/platform/server/throttle'

export const GET = handle(downloadPublicFileEndpoint, ({ params, query, request }) =>
  downloadPublicFile(params.secret, query.path, clientAddress(request.headers.get('x-forwarded-for'))),
)
