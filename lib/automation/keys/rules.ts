/** Whose keys can be entered, and what of one may be shown. Pure. */

export const keyProviders = ['openai', 'serper', 'brave', 'tavily'] as const
export type KeyProvider = (typeof keyProviders)[number]

export const PROVIDER_TITLE: Record<KeyProvider, string> = {
  openai: 'Language models',
  serper: 'Serper',
  brave: 'Brave Search',
  tavily: 'Tavily',
}

/** The variable of the environment that holds the same. */
export const KEY_VARIABLE = {
  openai: 'OPENAI_API_KEY',
  serper: 'SERPER_API_KEY',
  brave: 'BRAVE_API_KEY',
  tavily: 'TAVILY_API_KEY',
} as const satisfies Record<KeyProvider, string>

/** Of a shorter key four characters tell too much. */
const LONG_ENOUGH = 20

/** The last four characters of a key; null of one that is too short. */
export const endingOf = (key: string): string | null => (key.length >= LONG_ENOUGH ? key.slice(-4) : null)

/** Which of the two is used. What the environment says wins: whoever runs the server decides last. */
export const usedOf = (environment: string | undefined, entered: string | null): 'environment' | 'entered' | 'none' =>
  environment !== undefined ? 'environment' : entered !== null ? 'entered' : 'none'
