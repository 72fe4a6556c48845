import { getPublicReleaseEndpoint } from '@/lib/releases/release/public/contract'
import { getPublicRelease } from '@/lib/releases/release/public/public-release'
import { handle } from '@/lib/server/handle'
import { clientAddress } from '@/lib/server/throttle'

export const GET = handle(getPublicReleaseEndpoint, ({ params, request }) =>
  getPublicRelease(params.secret, clientAddress(request.headers.get('x-forwarded-for'))),
)
