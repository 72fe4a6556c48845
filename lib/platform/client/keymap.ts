/**
 * Keys that people choose for themselves. A table names its actions; what somebody chose for a name stands in the place
 * of the table's own keys, for handlers, buttons, hints and the `?` sheet alike.
 */
import type { KeyBinding } from './keyboard'

/** The keys that one person chose, by the name of the action; no keys at all: the action has none. */
export type KeyChoices = Readonly<Record<string, readonly string[]>>

export const NO_CHOICES: KeyChoices = {}

/** Names the actions of a table. The names stand in people's browsers and files, so they are never given anew. */
export function keyTable<Id extends string>(
  scope: string,
  bindings: readonly KeyBinding<Id>[],
): readonly KeyBinding<Id>[] {
  return bindings.map((binding) => ({ ...binding, name: `${scope}/${binding.id}` }))
}

/** A table's bindings by id, for the buttons that show their keys. */
export function byId<Id extends string>(bindings: readonly KeyBinding<Id>[]): Readonly<Record<Id, KeyBinding<Id>>> {
  return Object.fromEntries(bindings.map((binding) => [binding.id, binding])) as Record<Id, KeyBinding<Id>>
}

/** The keys of an action for somebody: those they chose, or the table's. An action without a name has its own for good. */
export const keysOf = ({ name, keys }: KeyBinding, choices: KeyChoices): readonly string[] =>
  (name === undefined ? undefined : choices[name]) ?? keys

/** A table as somebody has it. */
export const withChoices = <B extends KeyBinding>(bindings: readonly B[], choices: KeyChoices): B[] =>
  bindings.map((binding) => ({ ...binding, keys: keysOf(binding, choices) }))
