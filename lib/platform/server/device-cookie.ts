import 'server-only'
import { env } from './env'
import { cookieIn } from './read-credential'

/** What a browser keeps about the accounts that know it, and how it is given something new to keep. */
export interface DeviceCookie {
  /** '' when it sent nothing. */
  given: string
  remember: (value: string) => void
}

/** For sign-ins whose browser keeps nothing. */
export const NO_DEVICE: DeviceCookie = { given: '', remember: () => undefined }

/** A browser is known for so long after its last sign-in (seconds). */
export const DEVICE_SECONDS = 180 * 24 * 60 * 60
/** Sent only where people sign in, and unseen by scripts. */
const PATH = '/api/auth'
const isSecure = () => env().NEXTAUTH_URL?.startsWith('https://') ?? false

/** The cookie's name under the current origin. */
export const deviceCookieName = () => `${isSecure() ? '__Secure-' : ''}assay.device`

/** Answers a request with what its browser keeps, and gives it what is to be remembered. */
export async function withDeviceCookie(
  headers: Headers,
  answer: (device: DeviceCookie) => Promise<Response>,
): Promise<Response> {
  const name = deviceCookieName()
  let remembered: string | null = null
  const remember = (value: string) => {
    remembered = value
  }
  const response = await answer({ given: cookieIn(headers.get('cookie') ?? '', name), remember })
  if (remembered === null) return response
  const attributes = `Path=${PATH}; Max-Age=${DEVICE_SECONDS}; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`
  response.headers.append('set-cookie', `${name}=${remembered}; ${attributes}`)
  return response
}
