import type { Endpoint } from './endpoint'
import type { ProblemCode } from './problem'

/** The ways in which a request to this endpoint can fail. A method that an address does not have is no endpoint's. */
export function failuresOf(endpoint: Endpoint): ProblemCode[] {
  const { auth, method, params, query, body, anyHost, fails = [] } = endpoint
  // What is named may be away, changed meanwhile, or not be ready to be read.
  const isAboutSomething = params !== undefined || query !== undefined || body !== undefined || method !== 'GET'
  const codes: (ProblemCode | false)[] = [
    'invalid_request',
    auth !== 'public' && 'unauthenticated',
    (auth !== 'public' || method !== 'GET') && 'forbidden',
    isAboutSomething && 'not_found',
    isAboutSomething && 'conflict',
    isAboutSomething && 'revision_conflict',
    body !== undefined && 'too_large',
    !anyHost && 'misdirected',
    isAboutSomething && 'rule',
    'throttled',
    'internal',
    'unavailable',
  ]
  return [...codes.filter((code) => code !== false), ...fails]
}
