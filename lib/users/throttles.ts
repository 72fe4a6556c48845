import 'server-only'
import { refund, type ThrottleRule, throttle, throttleKey } from '@/lib/server/throttle'

const QUARTER_OF_AN_HOUR = 15 * 60

/** Wrong passwords for one account, from wherever they come. */
export const SIGN_IN_BY_ACCOUNT: ThrottleRule = { limit: 10, seconds: QUARTER_OF_AN_HOUR }
/** Wrong passwords from one address; many people may share one. */
export const SIGN_IN_BY_ADDRESS: ThrottleRule = { limit: 100, seconds: QUARTER_OF_AN_HOUR }
/** Unknown invitation and reset links, and attempts at the first set-up, from one address. */
const LINKS_BY_ADDRESS: ThrottleRule = { limit: 30, seconds: QUARTER_OF_AN_HOUR }

/** Runs what a secret link leads to; only what throws or finds nothing (null) counts against the address. */
export async function throttleLink<T>(address: string, run: () => Promise<T>): Promise<T> {
  const key = throttleKey('link:address', address)
  await throttle(key, LINKS_BY_ADDRESS)
  const result = await run()
  if (result !== null) await refund(key)
  return result
}
