import 'server-only'
import { pool } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { log } from '@/lib/platform/server/log'
import { setUpCode } from './set-up-code'

/** The code of this server; null once somebody has an account. */
export const ownSetUpCode = (): Promise<string | null> =>
  setUpCode(async (sql) => (await pool().query<{ id: string }>(sql)).rows, env().NEXTAUTH_SECRET)

/** Writes the code of an empty server into the log, where no launcher says it. Never throws. */
export async function logSetUpCode(): Promise<void> {
  try {
    const code = await ownSetUpCode()
    if (code) log.info('nobody has an account yet: /setup asks for this code', { code })
  } catch (error) {
    log.warn('set-up code', { error: error instanceof Error ? error.message : String(error) })
  }
}
