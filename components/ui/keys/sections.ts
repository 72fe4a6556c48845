import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { keysOf, NO_CHOICES } from '@/lib/platform/client/keymap'
import { actionsOf, type Screen } from '@/lib/platform/client/keymap-rules'

/** Actions as they are listed for choosing keys: each once. */
export type Section = { title: string; actions: readonly KeyBinding[] }

/** The key tables of an application. */
export interface KeyTables {
  /** Every screen that has keys. */
  screens: readonly Screen[]
  /** Actions that several screens have in common, listed before those of each. */
  common: readonly Section[]
}

/** The screens' actions for choosing keys: what several screens have in common first, and once. */
export function sectionsOf({ screens, common }: KeyTables): Section[] {
  const screenActions = actionsOf(screens)
  const seenNames = new Set(common.flatMap(({ actions }) => actions.map(({ name }) => name)))
  const screenSections = screens.map(({ title, bindings }) => {
    const actions = bindings.filter(({ name }) => name !== undefined && !seenNames.has(name))
    for (const { name } of actions) seenNames.add(name)
    return { title, actions }
  })
  const shared = common.map(({ title, actions }) => ({
    title,
    actions: actions.filter(({ name = '' }) => screenActions.has(name)),
  }))
  return [...shared, ...screenSections].filter(({ actions }) => actions.length > 0)
}

/** The sections with what contains the words: in the label, the group, or as the key itself. */
export function searchSections(sections: readonly Section[], query: string, choices = NO_CHOICES): Section[] {
  const wanted = query.trim().toLowerCase()
  const has = (action: KeyBinding, title: string) =>
    `${title} ${action.group} ${action.label}`.toLowerCase().includes(wanted) ||
    keysOf(action, choices).includes(wanted)
  return sections
    .map(({ title, actions }) => ({ title, actions: actions.filter((action) => has(action, title)) }))
    .filter(({ actions }) => actions.length > 0)
}
