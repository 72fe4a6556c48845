/** Accounts with a password, wrong guesses at it, and the waits that follow, without waiting. */
import { prisma } from '@/lib/platform/server/db'
import { checkCredentials } from '@/lib/workspace/users/check-credentials'
import { makeUser } from '@/tests/factories'
import { storedPassword } from './stored-password'

/** An address that is nobody's, for whoever asks. */
export const HERE = '192.0.2.1'
export const PASSWORD = 'amber lantern river'

/** Fast-forwards to the given number of attempts; each real one costs a fifth of a second. */
export const pretend = (hits: number, what: string) =>
  prisma().throttle.updateMany({ where: { key: { startsWith: `${what}:` } }, data: { hits } })
/** All waits end now. */
export const waitsAreOver = () => prisma().throttle.updateMany({ data: { freeAt: new Date(Date.now() - 1000) } })

/** One wrong password. */
export const guess = (email: string | null, address = HERE, device = '') =>
  checkCredentials({ email, password: 'a wrong guess' }, address, device)

export const withPassword = async (columns = {}) => makeUser({ passwordHash: storedPassword(PASSWORD), ...columns })

/** Who ended up how: 'done', or the error's code, sorted. */
export async function outcomes(attempts: Promise<unknown>[]) {
  const settled = await Promise.allSettled(attempts)
  return settled.map((result) => (result.status === 'fulfilled' ? 'done' : String(result.reason.code))).sort()
}
