import { isOtherScript, type KeyContext, type KeyInput } from './keyboard'

const TEXT_INPUTS = new Set([
  'text',
  'search',
  'url',
  'tel',
  'email',
  'password',
  'number',
  'date',
  'datetime-local',
  'month',
  'time',
  'week',
])
const TEXT_ROLES = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton'])
/** Radix marks what is open; content that does not take the keyboard away says `data-keys="through"`. */
const OVERLAYS = ['dialog', 'alertdialog', 'menu', 'listbox']
  .map((role) => `[role="${role}"][data-state="open"]:not([data-keys="through"])`)
  .concat('dialog[open]')
  .join(',')
const ARROWS = ['arrowup', 'arrowdown', 'arrowleft', 'arrowright', 'home', 'end']
const PRESSED = ['enter', 'space']
const TAKEN_BY_ROLE: Record<string, readonly string[]> = {
  radio: [...ARROWS, 'space'],
  tab: [...ARROWS, ...PRESSED],
  slider: ARROWS,
  button: PRESSED,
  link: ['enter'],
  checkbox: ['space'],
  switch: PRESSED,
  sideways: ['arrowleft', 'arrowright'],
  marking: [...ARROWS, 'pageup', 'pagedown', 'enter', 'escape', 'space'],
}

const isMarking = (target: Element) => target.hasAttribute('data-marking')

/** Does a key pressed here write text? */
export function isTyping(target: Element | null): boolean {
  // In a text that is only marked nothing is written, so that letters are keys there.
  if (!(target instanceof HTMLElement) || isMarking(target)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true
  if (target instanceof HTMLSelectElement) return true
  if (target instanceof HTMLInputElement) return TEXT_INPUTS.has(target.type)
  return TEXT_ROLES.has(target.getAttribute('role') ?? '')
}

/** A role, or what else takes keys: a place that is cut at a side (`ScrollArea`) scrolls sideways. */
function roleOf(target: Element): string {
  const role = target.getAttribute('role')
  if (role) return role
  if (isMarking(target)) return 'marking'
  if (target instanceof HTMLInputElement) return target.type === 'range' ? 'slider' : target.type
  if (target instanceof HTMLAnchorElement) return 'link'
  if ((target.getAttribute('data-cut') ?? 'none') !== 'none') return 'sideways'
  return target instanceof HTMLButtonElement || target.tagName === 'SUMMARY' ? 'button' : ''
}

/** Does a dialog, menu or list lie over the page, and own the keyboard? */
export const isCovered = (): boolean => document.querySelector(OVERLAYS) !== null

/** Has nothing the focus? As on arrival at a page, or once what had it is gone. */
export const isFocusFree = (): boolean => document.activeElement === null || document.activeElement === document.body

/** What the page is doing at the moment of a key event; the only part that reads the document. */
export function readKeyContext(event: KeyboardEvent): KeyContext {
  const first = event.composedPath()[0] ?? event.target
  const target = first instanceof Element ? first : null
  return {
    typing: isTyping(target),
    overlay: isCovered(),
    taken: target ? (TAKEN_BY_ROLE[roleOf(target)] ?? []) : [],
  }
}

/** A browser's event as matching reads it. */
export function inputOf(event: KeyboardEvent): KeyInput {
  const { key, code, keyCode, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing } = event
  const altGraph = event.getModifierState('AltGraph')
  return { key, code, keyCode, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing, altGraph }
}

let otherScript = false

/** Notes which letters the keyboard types: the last plain letter tells, also after a switch of the layout. */
export function noteScript(event: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): boolean {
  if (!/^Key[A-Z]$/.test(event.code) || event.shiftKey) return otherScript
  if (isOtherScript(event)) otherScript = true
  else if (/^[a-z]$/.test(event.key)) otherScript = false
  return otherScript
}
