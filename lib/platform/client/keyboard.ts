/**
 * Keyboard shortcuts as data: one table feeds the handlers, the keys shown on buttons and the `?` sheet.
 * Matching is pure; what the page is doing (typing, a dialog is open) comes in as a `KeyContext`.
 */

/** One action and the keys that trigger it. */
export type KeyBinding<Id extends string = string> = {
  id: Id
  /** Any of these, e.g. `j`, `?`, `arrowdown`, `shift+j`, `mod+enter`; `mod` is Ctrl or Command. */
  keys: readonly string[]
  label: string
  group: string
  /** Under which people choose other keys for it (lib/platform/client/keymap.ts); without one its keys stay as they are. */
  name?: string
  /** Where on its screen it works, e.g. at units of one kind; everywhere without. Keys meet only in one place. */
  at?: string
  /** What it takes away comes back by the same undo, is asked about before, or is final and needs a chord with mod. */
  destroys?: 'undoable' | 'asks' | 'final'
  /** `idle`: not while typing (the rule for keys without mod). `typing`: only then. `always`: both (chords with mod). */
  when?: 'idle' | 'typing' | 'always'
  /** Fires again while the key is held down. */
  repeats?: boolean
}

/** The parts of a KeyboardEvent that matching looks at. */
export type KeyInput = Pick<
  KeyboardEvent,
  'key' | 'code' | 'keyCode' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'isComposing'
> & { altGraph?: boolean }

/** What the page is doing when a key is pressed. */
export type KeyContext = {
  /** Focus is where keys write text. */
  typing: boolean
  /** A dialog, menu or list lies over the page and owns the keyboard. */
  overlay: boolean
  /** Keys that the focused control uses itself, e.g. `enter` on a button. */
  taken: readonly string[]
  /** The reader switched shortcuts of a single key off (WCAG 2.1.4). */
  chordsOnly?: boolean
  /** The keyboard types letters that are not Latin, so signs on keys of letters stand for the letters (Hebrew, Greek). */
  otherScript?: boolean
}

type Combination = { key: string; mod: boolean; shift: boolean }

const NAMES: Record<string, string> = { ' ': 'space', esc: 'escape', up: 'arrowup', down: 'arrowdown' }
const IME_KEY_CODE = 229

/** The parts of `mod+shift+enter`; the last is the key, so `mod++` is Ctrl and plus. */
const partsOf = (keys: string): string[] => keys.toLowerCase().split(/\+(?!$)/)

/** A key as tables write it, by its key and modifiers; whether it can be one is for `normalKeys` to say. */
export function parseKeys(keys: string): Combination {
  const parts = partsOf(keys)
  const last = parts.at(-1) ?? ''
  return { key: NAMES[last] ?? last, mod: parts.includes('mod'), shift: parts.includes('shift') }
}

/** `Shift+Mod+Z` as `mod+shift+z`; null for what no key press can be, with modifiers that tables do not know. */
export function normalKeys(keys: string): string | null {
  const { key, mod, shift } = parseKeys(keys)
  const isKnown = partsOf(keys)
    .slice(0, -1)
    .every((each) => each === 'mod' || each === 'shift')
  if (!isKnown) return null
  const isKey = [...key].length === 1 ? key.trim() !== '' : /^[a-z][a-z\d]{1,19}$/.test(key)
  return isKey ? `${mod ? 'mod+' : ''}${shift ? 'shift+' : ''}${key}` : null
}

const isLetter = (key: string) => /^[a-z]$/.test(key)
const isNamed = (key: string) => [...key].length > 1

const ASCII_END = 127

/** Does the key type a letter of another script than Latin? `Dead` and `Process` are names, not letters. */
export const isOtherScript = ({ key }: Pick<KeyInput, 'key'>): boolean =>
  (key.codePointAt(0) ?? 0) > ASCII_END && !/^\p{Script=Latin}/u.test(key)

/** The Latin letter or the digit printed on the key, for layouts that type something else with it. */
export function keyCap(event: Pick<KeyInput, 'key' | 'code'>, otherScript = false): string | undefined {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1]
  const isSign = otherScript && !/^\p{Script=Latin}$/u.test(event.key)
  if (letter && (isOtherScript(event) || isSign)) return letter.toLowerCase()
  return /^Digit(\d)$/.exec(event.code)?.[1]
}

/** `exact`: the key typed just this; `cap`: only the key's place fits, as with the digits of a French keyboard. */
function matchCombination(wanted: Combination, event: KeyInput, otherScript?: boolean): 'exact' | 'cap' | null {
  if (wanted.mod !== (event.ctrlKey || event.metaKey)) return null
  const lower = event.key.toLowerCase()
  const typed = NAMES[lower] ?? lower
  const shiftCounts = wanted.shift || isLetter(wanted.key) || isNamed(wanted.key)
  if (typed === wanted.key && (!shiftCounts || wanted.shift === event.shiftKey)) return 'exact'
  return keyCap(event, otherScript) === wanted.key && wanted.shift === event.shiftKey ? 'cap' : null
}

function isAllowed(binding: KeyBinding, wanted: Combination, event: KeyInput, context: KeyContext): boolean {
  if (event.repeat && !binding.repeats) return false
  if (!wanted.mod && (context.taken.includes(wanted.key) || (context.chordsOnly && !isNamed(wanted.key)))) return false
  const when = binding.when ?? (wanted.mod ? 'always' : 'idle')
  return when === 'always' || (when === 'typing') === context.typing
}

/** The binding that a key press means, or null. Shift spelled out beats a key that merely types the character. */
export function matchBinding<B extends KeyBinding>(
  bindings: readonly B[],
  event: KeyInput,
  context: KeyContext,
): B | null {
  const composing = event.isComposing || event.keyCode === IME_KEY_CODE
  if (composing || event.altKey || event.altGraph || context.overlay) return null
  let best: { binding: B; rank: number } | null = null
  for (const binding of bindings) {
    for (const keys of binding.keys) {
      const wanted = parseKeys(keys)
      const match = matchCombination(wanted, event, context.otherScript)
      if (!match || !isAllowed(binding, wanted, event, context)) continue
      const rank = (wanted.shift ? 2 : 0) + (match === 'exact' ? 1 : 0)
      if (!best || rank > best.rank) best = { binding, rank }
    }
  }
  return best?.binding ?? null
}

/** Keys that two bindings claim; a table that is in use must have none. */
export function conflictingKeys(bindings: readonly KeyBinding[]): string[] {
  const owners = new Map<string, Set<string>>()
  for (const binding of bindings) {
    for (const keys of binding.keys) {
      const name = normalKeys(keys) ?? keys
      owners.set(name, (owners.get(name) ?? new Set()).add(binding.id))
    }
  }
  return [...owners].filter(([, ids]) => ids.size > 1).map(([name]) => name)
}

/** The bindings by group, in the order of the table. */
export function groupBindings<B extends KeyBinding>(bindings: readonly B[]): [group: string, bindings: B[]][] {
  const groups = new Map<string, B[]>()
  for (const binding of bindings) groups.set(binding.group, [...(groups.get(binding.group) ?? []), binding])
  return [...groups]
}
