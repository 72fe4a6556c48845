import 'server-only'
import { prisma } from '@/lib/platform/server/db'
import { EMPTIED } from './push-secrets'

/** For so long a push that failed can be taken up again without its credentials being given again. */
const KEPT_DAYS = 7

/** The worker's part: credentials that nobody came back for. */
export async function forgetPushSecrets(now = Date.now()): Promise<void> {
  const before = new Date(now - KEPT_DAYS * 86_400_000)
  await prisma().releasePush.updateMany({
    where: { state: { not: 'running' }, endedAt: { lt: before }, secretId: { not: '' } },
    data: EMPTIED,
  })
}
