import { getPublicReleaseEndpoint } from '@/lib/gold/releases/release/public/contract'
import { getPublicRelease } from '@/lib/gold/releases/release/public/public-release'
import { handle } from '@/lib/platform/server/handle'
import { clientAddress } from '@/lib/platform/server/throttle'

export const GET = handle(getPublicReleaseEndpoint, ({ params, request }) =>
  getPublicRelease(params.secret, clientAddress(request.headers.get('x-forwarded-for'))),
)
