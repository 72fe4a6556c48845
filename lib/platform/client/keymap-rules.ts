/** Which keys people may choose: pure. A screen is what can be in force at once; keys meet only there. */
import { isOtherScript, type KeyBinding, type KeyInput, keyCap, normalKeys, parseKeys } from './keyboard'
import { type KeyChoices, keysOf } from './keymap'

/** The actions whose keys are in force together. */
export type Screen = { title: string; bindings: readonly KeyBinding[] }

export type Collision = { action: KeyBinding; screen: string }

const TYPING = 'Text fields and the browser use it.'
const BROWSER = 'The browser keeps it for itself.'
const RESERVED: Readonly<Record<string, string>> = {
  tab: 'It moves between controls.',
  escape: 'It leaves fields and closes dialogs.',
  enter: 'It presses the button that has the focus.',
  space: 'It presses the button that has the focus, and scrolls.',
  ...Object.fromEntries(['f1', 'f3', 'f5', 'f6', 'f7', 'f10', 'f11', 'f12'].map((key) => [key, BROWSER])),
  ...Object.fromEntries('wtnqlrphm0123456789+-'.split('').map((key) => [`mod+${key}`, BROWSER])),
  ...Object.fromEntries('wtnrpijc'.split('').map((key) => [`mod+shift+${key}`, BROWSER])),
  ...Object.fromEntries('acvxfs'.split('').map((key) => [`mod+${key}`, TYPING])),
  'mod+tab': BROWSER,
  'mod+shift+tab': BROWSER,
  'mod+space': 'The system keeps it for itself.',
  'mod+f4': BROWSER,
  'shift+tab': 'It moves between controls.',
}

/** Why an action cannot have these keys, whatever others have; null: it can. */
export function refusalOf(binding: KeyBinding, keys: string): string | null {
  const reason = RESERVED[keys]
  if (reason && !binding.keys.includes(keys)) return reason
  if (parseKeys(keys).mod) return null
  if (binding.destroys === 'final') return 'This cannot be taken back, so it needs Ctrl or Command with another key.'
  return binding.when === 'typing' || binding.when === 'always'
    ? 'It works while you type, so it needs Ctrl or Command.'
    : null
}

const whenOf = ({ when }: KeyBinding, keys: string) => when ?? (parseKeys(keys).mod ? 'always' : 'idle')

/** May both actions mean these keys at one moment? Those that share a key by themselves are told apart by what is open. */
function meet(one: KeyBinding, other: KeyBinding, keys: string): boolean {
  if (one.at !== undefined && other.at !== undefined && one.at !== other.at) return false
  if (one.keys.some((each) => other.keys.includes(each))) return false
  const [first, second] = [whenOf(one, keys), whenOf(other, keys)]
  return first === 'always' || second === 'always' || first === second
}

/** The first action that already has these keys where they would mean this one as well. */
export function collisionOf(
  screens: readonly Screen[],
  { action, keys, choices }: { action: KeyBinding; keys: string; choices: KeyChoices },
): Collision | null {
  for (const { title, bindings } of screens) {
    const here = bindings.find(({ name }) => name === action.name)
    const other =
      here &&
      bindings.find(
        (each) => each.name !== action.name && keysOf(each, choices).includes(keys) && meet(here, each, keys),
      )
    if (other) return { action: other, screen: title }
  }
  return null
}

/** Choices with these keys for an action; its own keys are no choice. */
export function choose(choices: KeyChoices, { name = '', keys: own }: KeyBinding, keys: readonly string[]): KeyChoices {
  const { [name]: _, ...others } = choices
  const isOwn = own.length === keys.length && own.every((each, index) => each === keys[index])
  return isOwn ? others : { ...others, [name]: [...new Set(keys)] }
}

/** One action takes a key from another, which gets the key that it replaces; null where the other cannot have that. */
export function swap(
  screens: readonly Screen[],
  choices: KeyChoices,
  wish: { action: KeyBinding; other: KeyBinding; keys: string; replaced: string | null },
): KeyChoices | null {
  const { action, other, keys, replaced } = wish
  const otherKeys = keysOf(other, choices).flatMap((each) =>
    each !== keys ? [each] : replaced === null ? [] : [replaced],
  )
  const actionKeys = keysOf(action, choices).map((each) => (each === replaced ? keys : each))
  const next = choose(choose(choices, other, otherKeys), action, replaced === null ? [...actionKeys, keys] : actionKeys)
  return problemOf(screens, next) === null ? next : null
}

/** What is wrong with choices as a whole: the action, and what to do. */
export function problemOf(screens: readonly Screen[], choices: KeyChoices): { name: string; problem: string } | null {
  const actions = actionsOf(screens)
  for (const [name, list] of Object.entries(choices)) {
    const action = actions.get(name)
    if (!action) return { name, problem: 'There is no such action here. Remove the line.' }
    for (const keys of list) {
      const refusal = refusalOf(action, keys)
      if (refusal) return { name, problem: `“${keys}” cannot be chosen for it. ${refusal}` }
      const collision = collisionOf(screens, { action, keys, choices })
      if (collision)
        return {
          name,
          problem: `“${keys}” means “${collision.action.label}” there already. Give one of them another key.`,
        }
    }
  }
  return null
}

/** A key of its table that an action does not have for somebody, because they chose it for another action. */
export type Displaced = { action: KeyBinding; keys: string; by: KeyBinding }

/** Takes the keys of their tables from actions whose key somebody chose for another action: what people choose comes first. */
export function takeChosen(screens: readonly Screen[], choices: KeyChoices): KeyChoices {
  const actions = actionsOf(screens)
  let left = choices
  for (const [name, list] of Object.entries(choices)) {
    const action = actions.get(name)
    for (const keys of list) {
      if (!action || action.keys.includes(keys) || refusalOf(action, keys) !== null) continue
      const find = () => collisionOf(screens, { action, keys, choices: left })?.action
      for (let other = find(); other?.name && other.keys.includes(keys); other = find())
        left = choose(left, other, without(keysOf(other, left), keys))
    }
  }
  return left
}

const without = (list: readonly string[], keys: string) => list.filter((each) => each !== keys)

/** The keys of its table that an action does not have, each with the action for which the person chose it. */
export const displacedFrom = (screens: readonly Screen[], choices: KeyChoices, action: KeyBinding): Displaced[] =>
  action.keys.flatMap((keys) => {
    if (keysOf(action, choices).includes(keys)) return []
    const by = collisionOf(screens, { action, keys, choices })?.action
    return by ? [{ action, keys, by }] : []
  })

/**
 * Choices as they are after a change, with every key of its table that an action had lost to another before and that
 * nobody has any more: it is the action's again, in the order of its table.
 */
export function givenBack(
  screens: readonly Screen[],
  before: KeyChoices,
  after: KeyChoices,
): { choices: KeyChoices; back: { action: KeyBinding; keys: string }[] } {
  const lost = [...actionsOf(screens).values()].flatMap((action) => displacedFrom(screens, before, action))
  return freed(screens, after, lost)
}

function freed(
  screens: readonly Screen[],
  choices: KeyChoices,
  lost: readonly { action: KeyBinding; keys: string }[],
): { choices: KeyChoices; back: { action: KeyBinding; keys: string }[] } {
  let left = choices
  const back: { action: KeyBinding; keys: string }[] = []
  for (const { action, keys } of lost) {
    const has = keysOf(action, left)
    if (has.includes(keys) || collisionOf(screens, { action, keys, choices: left })) continue
    const defaultKeys = action.keys.filter((each) => each === keys || has.includes(each))
    left = choose(left, action, [...defaultKeys, ...has.filter((each) => !defaultKeys.includes(each))])
    back.push({ action, keys })
  }
  return { choices: left, back }
}

/**
 * The choices that fit the tables, with what they displace; and the names of those that fit no more and fall back to
 * their own keys: the action is gone, its key cannot be chosen, or the same key was chosen twice. A key of its table
 * that an action had lost to one of these is its own again.
 */
export function fitting(
  screens: readonly Screen[],
  choices: KeyChoices,
): { choices: KeyChoices; dropped: string[]; displaced: Displaced[] } {
  const dropped: string[] = []
  let left = choices
  let appliedChoices = takeChosen(screens, left)
  for (let found = problemOf(screens, appliedChoices); found; found = problemOf(screens, appliedChoices)) {
    const { [found.name]: _, ...others } = left
    dropped.push(found.name)
    left = others
    appliedChoices = takeChosen(screens, left)
  }
  const all = [...actionsOf(screens).values()]
  const droppedKeys = new Set(
    dropped.flatMap((name) => (choices[name] ?? []).map((keys) => `${tableOf(name)} ${keys}`)),
  )
  const wasTaken = (action: KeyBinding, keys: string) =>
    droppedKeys.has(`${tableOf(action.name ?? '')} ${keys}`) && !keysOf(action, left).includes(keys)
  const lost = all.flatMap((action) =>
    action.keys.flatMap((keys) => (wasTaken(action, keys) ? [{ action, keys }] : [])),
  )
  const { choices: fit } = freed(screens, appliedChoices, lost)
  const displaced = all.flatMap((action) =>
    displacedFrom(screens, fit, action).filter(({ keys }) => keysOf(action, left).includes(keys)),
  )
  return { choices: fit, dropped, displaced }
}

/** Of the name of an action: keys of different tables may mean different things at once. */
const tableOf = (name: string) => name.split('/')[0]

/** Every action that people may give other keys, once. */
export const actionsOf = (screens: readonly Screen[]): ReadonlyMap<string, KeyBinding> =>
  new Map(screens.flatMap(({ bindings }) => bindings.flatMap((each) => (each.name ? [[each.name, each]] : []))))

const MODIFIERS = new Set(['Shift', 'Control', 'Meta', 'Alt', 'AltGraph', 'CapsLock', 'Fn', 'NumLock'])
const NO_ALT = 'Alt types characters on many keyboards. Choose a key without it.'

/** The keys of a press, as tables write them; null while only modifiers are down. */
export function pressed(event: KeyInput, otherScript = false): { keys: string } | { refusal: string } | null {
  if (MODIFIERS.has(event.key)) return null
  if (event.isComposing || event.keyCode === 229)
    return { refusal: 'An input method is at work. Switch it off and try again.' }
  if (event.altKey || event.altGraph) return { refusal: NO_ALT }
  const typed = event.key === ' ' ? 'space' : event.key.toLowerCase()
  const cap = keyCap(event, otherScript)
  if (cap === undefined && (event.key === 'Dead' || event.key === 'Unidentified' || isOtherScript(event)))
    return { refusal: 'This key does not type anything by itself. Choose another.' }
  const key = cap ?? typed
  const shift = event.shiftKey && (/^[a-z\d]$/.test(key) || key.length > 1)
  const keys = normalKeys(`${event.ctrlKey || event.metaKey ? 'mod+' : ''}${shift ? 'shift+' : ''}${key}`)
  return keys === null ? { refusal: 'This key cannot be used.' } : { keys }
}
