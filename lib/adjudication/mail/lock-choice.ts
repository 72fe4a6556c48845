import 'server-only'
import type { Tx } from '@/lib/platform/server/db'

/** Holds how a person wants e-mails. Take it before any of their e-mails. */
export async function lockChoice(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`select 1 from mail_choices where user_id = ${userId}::uuid for update`
}
