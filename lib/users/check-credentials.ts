import 'server-only'
import { z } from 'zod'
import { prisma } from '@/lib/server/db'
import { forgive, refund, throttle, throttleKey } from '@/lib/server/throttle'
import { emailSchema } from './contract'
import { NO_PASSWORD, verifyPassword } from './password'
import { tellFailed, tellLocked } from './tell-sign-in'
import { SIGN_IN_BY_ACCOUNT, SIGN_IN_BY_ADDRESS } from './throttles'

const credentials = z.object({ email: emailSchema, password: z.string().min(1).max(1000) })

/** What a session is made of. */
export interface SignedIn {
  id: string
  sessionVersion: number
}

/**
 * Whose e-mail and password these are, or null; throws `throttled`. Unknown, deactivated and password-less accounts
 * take the same time and count the same attempts as a wrong password, so that nobody learns who has an account.
 */
export async function checkCredentials(input: unknown, address: string): Promise<SignedIn | null> {
  const { data } = credentials.safeParse(input)
  if (!data) return null
  const account = signInKey(data.email)
  const place = throttleKey('sign-in:address', address)
  await throttle(place, SIGN_IN_BY_ADDRESS, () => tellLocked('address'))
  await throttle(account, SIGN_IN_BY_ACCOUNT, () => tellLocked('account', data.email))
  const user = await prisma().user.findUnique({ where: { email: data.email } })
  const matches = await verifyPassword(data.password, user?.passwordHash ?? NO_PASSWORD)
  if (!user || !matches || user.deactivatedAt) {
    if (user) tellFailed(user.id)
    return null
  }
  await forgive(account)
  await refund(place)
  return { id: user.id, sessionVersion: user.sessionVersion }
}

/** The throttle of one account's sign-ins, known or unknown. */
export const signInKey = (email: string) => throttleKey('sign-in:account', email)
