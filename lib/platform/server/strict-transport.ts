/** Browsers that have been here once come back over https only, for a year; next.config.js says the same of files. */
export const STRICT_TRANSPORT = 'max-age=31536000'

/** What an answer says of it, where people come by https; null elsewhere. */
export const strictTransport = (origin: string | undefined): string | null =>
  origin?.startsWith('https://') ? STRICT_TRANSPORT : null
