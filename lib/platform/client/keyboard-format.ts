import { isOtherScript, parseKeys } from './keyboard'
import type { KeyLayout } from './keyboard-layout'

const SYMBOLS: Record<string, string> = {
  enter: '↵',
  escape: 'Esc',
  space: 'Space',
  tab: 'Tab',
  backspace: '⌫',
  delete: 'Del',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
}

/** The letter on the key that types no Latin one, e.g. О for `j` on a Russian keyboard. */
function printed(key: string, layout: KeyLayout | null): string {
  const typed = /^[a-z]$/.test(key) ? layout?.get(`Key${key.toUpperCase()}`) : undefined
  return typed && isOtherScript({ key: typed }) ? typed : key
}

/** The caps to draw for `mod+enter`: Ctrl and ↵, or ⌘ and ↵ on Apple keyboards; as the layout has them, where it is known. */
export function keyCaps(keys: string, apple: boolean, layout: KeyLayout | null = null): string[] {
  const { key, mod, shift } = parseKeys(keys)
  const cap = SYMBOLS[key] ?? (key.length === 1 ? printed(key, layout).toUpperCase() : spelled(key))
  return [...(mod ? [apple ? '⌘' : 'Ctrl'] : []), ...(shift ? [apple ? '⇧' : 'Shift'] : []), cap]
}

const spelled = (key: string) => `${key.slice(0, 1).toUpperCase()}${key.slice(1)}`

const ARIA_NAMES: Record<string, string> = {
  enter: 'Enter',
  escape: 'Escape',
  space: 'Space',
  tab: 'Tab',
  backspace: 'Backspace',
  delete: 'Delete',
  arrowup: 'ArrowUp',
  arrowdown: 'ArrowDown',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
  pageup: 'PageUp',
  pagedown: 'PageDown',
  '+': 'Plus',
}

/** The value of `aria-keyshortcuts`; `mod` is both Control and Meta. */
export function ariaKeys(keys: string): string {
  const { key, mod, shift } = parseKeys(keys)
  const rest = `${shift ? 'Shift+' : ''}${ARIA_NAMES[key] ?? key.toUpperCase()}`
  return mod ? `Control+${rest} Meta+${rest}` : rest
}

/** In words, for hints and messages: `Ctrl+Shift+Z`. */
export const keysInWords = (keys: string, apple: boolean, layout: KeyLayout | null = null): string =>
  keyCaps(keys, apple, layout).join(apple ? ' ' : '+')
