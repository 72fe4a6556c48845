import { CAUSE_BINDINGS, DESK_BINDINGS, REVIEW_BINDINGS } from '@/components/adjudication/consolidation/bindings'
import { LIST_BINDINGS as DESK_LIST_BINDINGS } from '@/components/adjudication/consolidation/list-keys'
import { BENCH_BINDINGS, FIELD_BINDINGS, LIST_BINDINGS, stageBindings } from '@/components/annotation/workbench/keys'
import { BUILDER_BINDINGS, RUNS_BINDINGS } from '@/components/automation/prefill/keys'
import { viewOf } from '@/components/protocols/views'
import { SHELL_BINDINGS } from '@/components/shell/keys'
import { GUIDELINES_BINDINGS } from '@/components/workspace/guidelines/keys'
import { ITEM_BINDINGS, ITEMS_BINDINGS, OPEN_ITEM } from '@/components/workspace/items/keys'
import { FORM_BINDINGS } from '@/lib/platform/client/form-keys'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { keysOf, NO_CHOICES } from '@/lib/platform/client/keymap'
import { actionsOf, type Screen } from '@/lib/platform/client/keymap-rules'
import { protocols } from '@/lib/protocols'

/** Actions as they are listed for choosing keys: each once. */
export type Section = { title: string; actions: readonly KeyBinding[] }

const at = (place: string, bindings: readonly KeyBinding[]) => bindings.map((each) => ({ ...each, at: place }))

const DESK: readonly KeyBinding[] = [
  ...DESK_BINDINGS,
  ...CAUSE_BINDINGS,
  ...at('list', DESK_LIST_BINDINGS),
  ...at('form', FORM_BINDINGS),
]

const ROOMS: readonly Screen[] = [
  { title: 'Consolidation', bindings: DESK },
  { title: 'Review', bindings: REVIEW_BINDINGS },
  { title: 'Items', bindings: [...ITEMS_BINDINGS, OPEN_ITEM] },
  { title: 'An item', bindings: ITEM_BINDINGS },
  { title: 'Pre-fill', bindings: RUNS_BINDINGS },
  { title: 'Setting up a run', bindings: BUILDER_BINDINGS },
  { title: 'Guidelines before the first task', bindings: GUIDELINES_BINDINGS },
]

/** Every screen of the application that has keys, from the tables that its handlers use. Loads all protocols' forms. */
export async function loadScreens(): Promise<Screen[]> {
  const stages = protocols.flatMap((protocol) => protocol.stages.map((stage) => ({ protocol, stage })))
  const benches = stages.map(async ({ protocol, stage }): Promise<Screen> => {
    const view = await viewOf(protocol.id, stage.key)
    const title = protocol.stages.length > 1 ? `${protocol.title}: ${stage.title}` : protocol.title
    return { title, bindings: stageBindings(protocol.id, stage, view.bindings) }
  })
  return [...(await Promise.all(benches)), ...ROOMS].map(({ title, bindings }) => ({
    title,
    bindings: [...bindings, ...SHELL_BINDINGS],
  }))
}

const COMMON: readonly Section[] = [
  { title: 'Every page', actions: [...SHELL_BINDINGS, ...FORM_BINDINGS] },
  { title: 'Workbench', actions: BENCH_BINDINGS },
  { title: 'Workbench: lists', actions: LIST_BINDINGS },
  { title: 'Workbench: texts and marks', actions: FIELD_BINDINGS },
]

/** The screens' actions for choosing keys: what several screens have in common first, and once. */
export function sectionsOf(screens: readonly Screen[]): Section[] {
  const known = actionsOf(screens)
  const seen = new Set(COMMON.flatMap(({ actions }) => actions.map(({ name }) => name)))
  const own = screens.map(({ title, bindings }) => {
    const actions = bindings.filter(({ name }) => name !== undefined && !seen.has(name))
    for (const { name } of actions) seen.add(name)
    return { title, actions }
  })
  const common = COMMON.map(({ title, actions }) => ({
    title,
    actions: actions.filter(({ name = '' }) => known.has(name)),
  }))
  return [...common, ...own].filter(({ actions }) => actions.length > 0)
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
