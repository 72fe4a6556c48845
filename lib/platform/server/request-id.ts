/** The header that a request's name comes in with, and goes out with. */
export const REQUEST_ID = 'x-request-id'

/** A proxy's name for the request, where it looks like one: it goes into the log and into answers. A new one otherwise. */
export function requestIdOf(headers: Pick<Headers, 'get'>): string {
  const proxyId = headers.get(REQUEST_ID) ?? ''
  return /^[\w.:-]{1,100}$/.test(proxyId) ? proxyId : crypto.randomUUID()
}
