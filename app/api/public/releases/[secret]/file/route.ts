import { downloadPublicFileEndpoint } from '@/lib/releases/release/public/contract'
import { downloadPublicFile } from '@/lib/releases/release/public/public-release'
import { handle } from '@/lib/server/handle'
import { clientAddress } from '@/lib/server/throttle'

export const GET = handle(downloadPublicFileEndpoint, ({ params, query, request }) =>
  downloadPublicFile(params.secret, query.path, clientAddress(request.headers.get('x-forwarded-for'))),
)
