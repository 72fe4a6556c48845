import { downloadPublicReleaseEndpoint } from '@/lib/releases/release/public/contract'
import { downloadPublicRelease } from '@/lib/releases/release/public/public-release'
import { handle } from '@/lib/server/handle'
import { clientAddress } from '@/lib/server/throttle'

export const GET = handle(downloadPublicReleaseEndpoint, ({ params, request }) =>
  downloadPublicRelease(params.secret, clientAddress(request.headers.get('x-forwarded-for'))),
)
