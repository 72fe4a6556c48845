/**
 * The URL of a text, or null where it is none. `URL.canParse` is not asked anywhere: in Node 20 it says no to texts with letters such as ü from
 * about the ten thousandth call on, once it has been compiled.
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
