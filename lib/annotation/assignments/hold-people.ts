import 'server-only'
import type { Tx } from '@/lib/platform/server/db'

/**
 * Keeps these people from being deactivated until the transaction ends, which takes back their shares. Take it before any task; that they stay
 * members is what the project's row is held for.
 */
export async function holdPeople(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`select 1 from users where id = any(${[...userIds]}::uuid[]) order by id for share`
}
