import 'server-only'
import {
  type DelayRule,
  forgive,
  refund,
  type ThrottleRule,
  throttle,
  throttleKey,
} from '@/lib/platform/server/throttle'

const QUARTER_OF_AN_HOUR = 15 * 60
const HOUR = 60 * 60

/** Wrong passwords from one address, for whatever accounts; many people may share one. */
export const SIGN_IN_BY_ADDRESS: ThrottleRule = { limit: 100, seconds: QUARTER_OF_AN_HOUR }
/** Wrong passwords for one account from one address, in browsers that the account has not signed in with. */
export const SIGN_IN_BY_ACCOUNT_AND_ADDRESS: DelayRule = {
  free: 5,
  first: 5,
  longest: QUARTER_OF_AN_HOUR,
  forget: HOUR,
}
/**
 * Wrong passwords for one account from all addresses together, in such browsers: whoever guesses with many addresses gets one
 * guess in two minutes. The owner meets this only in a browser that the account does not know.
 */
export const SIGN_IN_BY_ACCOUNT: DelayRule = { free: 30, first: 2, longest: 2 * 60, forget: HOUR }
/** Wrong passwords for one account in one browser that it knows: nobody without this browser's cookie adds to them. */
export const SIGN_IN_BY_DEVICE: DelayRule = { free: 10, first: 5, longest: QUARTER_OF_AN_HOUR, forget: HOUR }
/** Wrong current passwords of somebody who is signed in and changes theirs. */
export const CURRENT_PASSWORD: DelayRule = { free: 5, first: 5, longest: QUARTER_OF_AN_HOUR, forget: HOUR }
/** Unknown invitation and reset links, and wrong codes of the first set-up, from one address. */
const LINKS_BY_ADDRESS: ThrottleRule = { limit: 30, seconds: QUARTER_OF_AN_HOUR }

/** The keys under which a sign-in is counted; they tell nobody whom. E-mail addresses that no account has are counted alike. */
export const signInKeys = {
  address: (address: string) => throttleKey('sign-in:address', address),
  accountAndAddress: (email: string, address: string) =>
    throttleKey('sign-in:account-and-address', `${email} ${address}`),
  account: (email: string) => throttleKey('sign-in:account', email),
  device: (email: string, deviceId: string) => throttleKey('sign-in:device', `${email} ${deviceId}`),
}

/** Forgets wrong passwords for an account, after its owner has proved to be it in another way. */
export async function forgiveSignIns(email: string, address: string): Promise<void> {
  await forgive(signInKeys.account(email))
  await forgive(signInKeys.accountAndAddress(email, address))
}

/** Runs what a secret link leads to; only what throws or finds nothing (null) counts against the address. */
export async function throttleLink<T>(address: string, run: () => Promise<T>): Promise<T> {
  const key = linkKey(address)
  await throttle(key, LINKS_BY_ADDRESS)
  const result = await run()
  if (result !== null) await refund(key)
  return result
}

/** Counts what is known to be wrong as an unknown link. Throws `throttled` past the limit. */
export const countWrongLink = (address: string): Promise<void> => throttle(linkKey(address), LINKS_BY_ADDRESS)

const linkKey = (address: string): string => throttleKey('link:address', address)
