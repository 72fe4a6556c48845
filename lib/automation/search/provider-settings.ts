/** What an adapter is told by whoever runs the server. */
import { StepFailure } from '@/lib/protocols/prefill'

export interface ProviderSettings {
  key: string | undefined
  baseUrl: string
}

/** The key, or a failure that names the variable. */
export function requireKey(key: string | undefined, provider: string, variable: string): string {
  if (key) return key
  throw new StepFailure(
    'no_key',
    `${provider} has no key. An administrator can enter it under Provider keys, or set ${variable} in the environment of the server; or choose the local corpus.`,
  )
}

/** An address below the base, whether or not the base ends with a slash. */
export const urlBelow = (baseUrl: string, path: string) =>
  new URL(path, baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`)

/** The first words of a query that is longer than a provider takes. */
export function atMost(query: string, characters: number, words = Number.POSITIVE_INFINITY): string {
  const firstWords: string[] = []
  let length = 0
  for (const word of query.split(/\s+/).filter(Boolean)) {
    length += word.length + (firstWords.length > 0 ? 1 : 0)
    if (firstWords.length === words || length > characters) break
    firstWords.push(word)
  }
  return firstWords.length > 0 ? firstWords.join(' ') : [...query].slice(0, characters / 2).join('')
}
