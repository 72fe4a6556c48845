import { describe, expect, it } from 'vitest'
import { parseTheme, themeClass, themeCookie } from './theme'

describe('theme', () => {
  it.each([
    ['light', 'light', 'light'],
    ['dark', 'dark', 'dark'],
    ['system', 'system', ''],
    [undefined, 'system', ''],
    ['dark"><script>', 'system', ''],
  ])('reads cookie %s as %s', (value, theme, className) => {
    expect(parseTheme(value)).toBe(theme)
    expect(themeClass(parseTheme(value))).toBe(className)
  })

  it('writes a cookie that lasts a year and is secure on https', () => {
    expect(themeCookie('dark', false)).toBe('assay-theme=dark; Path=/; Max-Age=31536000; SameSite=Lax')
    expect(themeCookie('system', true)).toBe('assay-theme=system; Path=/; Max-Age=31536000; SameSite=Lax; Secure')
  })
})
