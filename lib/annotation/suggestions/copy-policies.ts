import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'

/** Gives a new project what another of its protocol has set about suggestions. */
export async function copyPolicies(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  const policies = await tx.suggestionPolicy.findMany({ where: { projectId: from } })
  await tx.suggestionPolicy.createMany({
    data: policies.map(({ shares, updatedAt: _, ...policy }) => ({
      ...policy,
      shares: shares ?? Prisma.DbNull,
      projectId: to,
    })),
  })
}
