import 'server-only'
import { prisma } from '@/lib/platform/server/db'
import { open, presentSecretId, seal } from './sealing'

/** The worker's part of another secret: what the one before opens is sealed under the present one. What neither opens is left alone. */
export async function resealKeys(): Promise<void> {
  const rows = await prisma().providerKey.findMany({ where: { secretId: { notIn: [presentSecretId(), ''] } } })
  for (const { provider, revision, ...row } of rows) {
    const key = open(provider, row)
    // Not where somebody has entered another one meanwhile.
    if (key !== null)
      await prisma().providerKey.updateMany({ where: { provider, revision }, data: seal(provider, key) })
  }
}
