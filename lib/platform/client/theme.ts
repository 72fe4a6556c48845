/** The reader's choice of colours; `system` follows the device and sets no class. */
export type Theme = 'light' | 'dark' | 'system'

export const THEMES: readonly Theme[] = ['light', 'dark', 'system']
export const THEME_COOKIE = 'assay-theme'

const ONE_YEAR = 60 * 60 * 24 * 365

/** Reads the cookie's value; anything unknown means `system`. */
export function parseTheme(value: string | undefined): Theme {
  return THEMES.find((theme) => theme === value) ?? 'system'
}

/** The class that <html> carries for a theme. */
export function themeClass(theme: Theme): string {
  return theme === 'system' ? '' : theme
}

/** The cookie that brings the choice to the server, so that the first byte already has the right class. */
export function themeCookie(theme: Theme, secure: boolean): string {
  return `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${ONE_YEAR}; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** The theme that the page shows now. */
export function shownTheme(root: Element): Theme {
  return THEMES.find((theme) => root.classList.contains(theme)) ?? 'system'
}

/** Shows a theme at once and remembers it for a year. Browser only. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement
  root.classList.remove('light', 'dark')
  if (theme !== 'system') root.classList.add(theme)
  // The Cookie Store API is missing on plain http and in older browsers.
  Object.assign(document, { cookie: themeCookie(theme, location.protocol === 'https:') })
}
