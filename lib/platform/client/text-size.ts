/** The reader's choice of text size. Everything is measured in it, so bars, fields and spaces grow with the text. */
export const TEXT_SIZES = ['normal', 'large', 'largest'] as const
export type TextSize = (typeof TEXT_SIZES)[number]

export const TEXT_SIZE_COOKIE = 'assay-text-size'
/** The attribute of <html> that carries it; `normal` sets none. */
export const TEXT_SIZE_ATTRIBUTE = 'data-text-size'

const ONE_YEAR = 60 * 60 * 24 * 365

/** Reads the cookie's or the attribute's value; anything unknown means `normal`. */
export function parseTextSize(value: string | null | undefined): TextSize {
  return TEXT_SIZES.find((size) => size === value) ?? 'normal'
}

/** Shows texts in this size at once and remembers it for a year. Browser only. */
export function applyTextSize(size: TextSize): void {
  const root = document.documentElement
  if (size === 'normal') root.removeAttribute(TEXT_SIZE_ATTRIBUTE)
  else root.setAttribute(TEXT_SIZE_ATTRIBUTE, size)
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // The Cookie Store API is missing on plain http and in older browsers.
  Object.assign(document, {
    cookie: `${TEXT_SIZE_COOKIE}=${size}; Path=/; Max-Age=${ONE_YEAR}; SameSite=Lax${secure}`,
  })
}
