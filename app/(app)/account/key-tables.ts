import { CAUSE_BINDINGS, DESK_BINDINGS, REVIEW_BINDINGS } from '@/components/adjudication/consolidation/keys'
import { LIST_BINDINGS as DESK_LIST_BINDINGS } from '@/components/adjudication/consolidation/list-keys'
import { INBOX_BINDINGS } from '@/components/adjudication/inbox/keys'
import { BENCH_BINDINGS, FIELD_BINDINGS, LIST_BINDINGS, stageBindings } from '@/components/annotation/workbench/keys'
import { BUILDER_BINDINGS, RUNS_BINDINGS } from '@/components/automation/prefill/keys'
import { viewOf } from '@/components/protocols/views'
import { SHELL_BINDINGS } from '@/components/shell/keys'
import type { KeyTables, Section } from '@/components/ui/keys/sections'
import { GUIDELINES_BINDINGS } from '@/components/workspace/guidelines/keys'
import { ITEM_BINDINGS, ITEMS_BINDINGS, OPEN_ITEM } from '@/components/workspace/items/keys'
import { FORM_BINDINGS } from '@/lib/platform/client/form-keys'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import type { Screen } from '@/lib/platform/client/keymap-rules'
import { protocols } from '@/lib/protocols'

const withPlace = (place: string, bindings: readonly KeyBinding[]) => bindings.map((each) => ({ ...each, at: place }))

const DESK: readonly KeyBinding[] = [
  ...DESK_BINDINGS,
  ...CAUSE_BINDINGS,
  ...withPlace('list', DESK_LIST_BINDINGS),
  ...withPlace('form', FORM_BINDINGS),
]

const ROOMS: readonly Screen[] = [
  { title: 'Consolidation', bindings: DESK },
  { title: 'Inbox', bindings: INBOX_BINDINGS },
  { title: 'Review', bindings: REVIEW_BINDINGS },
  { title: 'Items', bindings: [...ITEMS_BINDINGS, OPEN_ITEM] },
  { title: 'An item', bindings: ITEM_BINDINGS },
  { title: 'Pre-fill', bindings: RUNS_BINDINGS },
  { title: 'Setting up a run', bindings: BUILDER_BINDINGS },
  { title: 'Guidelines before the first task', bindings: GUIDELINES_BINDINGS },
]

/** Every screen of the application that has keys, from the tables that its handlers use. */
async function loadScreens(): Promise<Screen[]> {
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

/** The key tables of the whole application. Loads the forms of all protocols. */
export const loadKeyTables = async (): Promise<KeyTables> => ({ screens: await loadScreens(), common: COMMON })
