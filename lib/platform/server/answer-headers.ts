/** What every answer of the API says about itself, whoever made it. */
import 'server-only'
import { env } from './env'
import { strictTransport } from './strict-transport'

const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  // Links to a release or an invitation carry a secret in their path.
  'referrer-policy': 'no-referrer',
  // No other site may draw in what its reader could see.
  'cross-origin-resource-policy': 'same-origin',
  // Opened by itself, an answer is a text and nothing else: no script, no frame, no form, no origin.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-robots-tag': 'noindex, nofollow',
}

/** The answer with what it has not said itself. */
export function withAnswerHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(HEADERS))
    if (!response.headers.has(name)) response.headers.set(name, value)
  const strict = strictTransport(env().NEXTAUTH_URL)
  if (strict) response.headers.set('strict-transport-security', strict)
  return response
}
