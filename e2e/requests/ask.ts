/**
 * Asks the app for addresses without a browser. Node's own client takes a third of the processor time of Playwright's, which
 * notes a step with the place in the code for each request; two journeys ask several thousand times.
 */
import { randomBytes } from 'node:crypto'

/** What the app answered. `url`: where it was read in the end; `location`: where a redirect leads that was not followed. */
export interface Answer {
  status: number
  url: string
  location: string
  contentType: string
  text: string
}

interface Options {
  headers?: Record<string, string>
  /** Redirects are followed only where this says so. */
  follows?: boolean
}

/** Answers of any status are returned. Throws where the app cannot be reached. */
export type Ask = (path: string, options?: Options) => Promise<Answer>

/** An address that nobody else knocks from: the app counts links that lead nowhere by the address, and then shows none of them. */
function addressOfItsOwn(): string {
  const word = () => randomBytes(2).toString('hex')
  return `fd00:${word()}:${word()}:${word()}::1`
}

/** `baseURL`: of the app. What one of them asks comes from one address, as from a proxy before the app. */
export function asking(baseURL = ''): Ask {
  const address = addressOfItsOwn()
  return async (path, { headers, follows = false } = {}) => {
    // Uncompressed, as both sides are on this machine.
    const response = await fetch(new URL(path, baseURL), {
      headers: { 'accept-encoding': 'identity', 'x-forwarded-for': address, ...headers },
      redirect: follows ? 'follow' : 'manual',
    })
    return {
      status: response.status,
      url: response.url,
      location: response.headers.get('location') ?? '',
      contentType: response.headers.get('content-type') ?? '',
      text: await response.text(),
    }
  }
}
