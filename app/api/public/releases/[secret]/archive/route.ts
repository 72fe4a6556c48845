import { downloadPublicReleaseEndpoint } from '@/lib/gold/releases/release/public/contract'
import { downloadPublicRelease } from '@/lib/gold/releases/release/public/public-release'
import { handle } from '@/lib/platform/server/handle'
import { clientAddress } from '@/lib/platform/server/throttle'

export const GET = handle(downloadPublicReleaseEndpoint, ({ params, request }) =>
  downloadPublicRelease(params.secret, clientAddress(request.headers.get('x-forwarded-for'))),
)
