import { parseKeys } from './keyboard'

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
}

/** The caps to draw for `mod+enter`: Ctrl and ↵, or ⌘ and ↵ on Apple keyboards. */
export function keyCaps(keys: string, apple: boolean): string[] {
  const { key, mod, shift } = parseKeys(keys)
  const cap = SYMBOLS[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  return [...(mod ? [apple ? '⌘' : 'Ctrl'] : []), ...(shift ? [apple ? '⇧' : 'Shift'] : []), cap]
}

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
  '+': 'Plus',
}

/** The value of `aria-keyshortcuts`; `mod` is both Control and Meta. */
export function ariaKeys(keys: string): string {
  const { key, mod, shift } = parseKeys(keys)
  const rest = `${shift ? 'Shift+' : ''}${ARIA_NAMES[key] ?? key.toUpperCase()}`
  return mod ? `Control+${rest} Meta+${rest}` : rest
}
