import 'server-only'
import { z } from 'zod'
import { prisma } from '@/lib/platform/server/db'
import { forgive, refund, slowDown, throttle } from '@/lib/platform/server/throttle'
import { emailSchema } from './contract'
import { knownDevice } from './known-devices'
import { NO_PASSWORD, verifyPassword } from './password'
import { tellFailed, tellLocked } from './record-sign-in'
import {
  SIGN_IN_BY_ACCOUNT,
  SIGN_IN_BY_ACCOUNT_AND_ADDRESS,
  SIGN_IN_BY_ADDRESS,
  SIGN_IN_BY_DEVICE,
  signInKeys,
} from './throttles'

const credentials = z.object({ email: emailSchema, password: z.string().min(1).max(1000) })

/** What a session is made of. */
export interface SignedIn {
  id: string
  sessionVersion: number
}

/**
 * Whose e-mail and password these are, or null; throws `throttled`. Unknown, deactivated and password-less accounts
 * take the same time and count the same attempts as a wrong password, so that nobody learns who has an account. `device`
 * is what the browser keeps about accounts that know it: there, wrong passwords from elsewhere do not count.
 */
export async function checkCredentials(input: unknown, address: string, device = ''): Promise<SignedIn | null> {
  const { data } = credentials.safeParse(input)
  if (!data) return null
  const { email } = data
  const user = await prisma().user.findUnique({ where: { email } })
  const deviceId = user && !user.deactivatedAt ? knownDevice(device, user) : null
  const takeBack = await (deviceId ? countOnDevice(email, deviceId) : countElsewhere(email, address))
  const matches = await verifyPassword(data.password, user?.passwordHash ?? NO_PASSWORD)
  if (!user || !matches || user.deactivatedAt) {
    if (user) tellFailed(user.id)
    return null
  }
  await takeBack()
  return { id: user.id, sessionVersion: user.sessionVersion }
}

/** Takes back the count of an attempt, once its password has proved right. */
type TakeBack = () => Promise<void>

/** Counts an attempt in a browser that the account knows; throws `throttled`. */
async function countOnDevice(email: string, deviceId: string): Promise<TakeBack> {
  const key = signInKeys.device(email, deviceId)
  await slowDown(key, SIGN_IN_BY_DEVICE, () => tellLocked('account', email))
  return () => forgive(key)
}

/** Counts an attempt in any other browser; throws `throttled`. */
async function countElsewhere(email: string, address: string): Promise<TakeBack> {
  const place = signInKeys.address(address)
  const here = signInKeys.accountAndAddress(email, address)
  const everywhere = signInKeys.account(email)
  await throttle(place, SIGN_IN_BY_ADDRESS, () => tellLocked('address'))
  // The narrower count comes first: what it refuses adds nothing to the count of all addresses together.
  await slowDown(here, SIGN_IN_BY_ACCOUNT_AND_ADDRESS, () => tellLocked('account', email))
  try {
    await slowDown(everywhere, SIGN_IN_BY_ACCOUNT, () => tellLocked('account', email))
  } catch (error) {
    // No password was looked at, so nothing was tried from here.
    await refund(here)
    throw error
  }
  return async () => {
    await forgive(here)
    await refund(everywhere)
    await refund(place)
  }
}
