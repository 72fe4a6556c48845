import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import type { Stage } from '@/lib/protocols/protocol'
import { takeWords } from './acts'
import { CAUSE_BINDINGS, DESK_BINDINGS, DESK_KEYS, type DeskKey, laneKeys } from './bindings'
import { LIST_BINDINGS, onlyKey } from './list-keys'
import { laneName, lanesInOrder } from './words'

/** What the help of keys shows: every act that the reader can ever do here, by one key, and the five keys that matter most. */
export interface DeskHelp {
  bindings: readonly KeyBinding[]
  /** Ids of bindings, the most important first. */
  first: readonly DeskKey[]
}

const ALWAYS: readonly DeskKey[] = ['next', 'previous', 'fold', 'leave', 'nextItem', 'guidelines', 'replay', 'unfold']

/** The keys of the desk for this reader and these lanes, in words that name the lanes. */
export function deskHelp(view: Pick<ConsolidationView, 'abilities' | 'lanes'>, stage: Stage): DeskHelp {
  const { abilities } = view
  const { adjudicate, discuss, approve } = abilities
  const hasLists = stage.questions.some(({ list }) => list)
  const settles = adjudicate || discuss
  const does: Partial<Record<DeskKey, boolean>> = {
    confirm: adjudicate || approve,
    both: settles && hasLists,
    edit: adjudicate,
    undo: settles,
    cause: adjudicate,
    propose: settles,
    accept: discuss || abilities.reply,
    agree: discuss,
    object: discuss || abilities.reply,
    call: abilities.callThirdRater,
    comment: abilities.comment,
    refuse: abilities.sendBack || approve,
  }
  const words: Partial<Record<DeskKey, string>> = {
    confirm: approve ? 'Approve the item' : 'Confirm the item',
  }
  const rows = new Map<string, string>()
  for (const [index, lane] of (settles ? lanesInOrder(view) : []).entries()) {
    const take = takeWords(laneName(view, lane.id))
    const { value, unit } = laneKeys(index)
    const row = onlyKey(index)
    if (value && unit) {
      words[value.id] = take
      words[unit.id] = `${take} for the whole unit`
      does[value.id] = does[unit.id] = true
    }
    if (row) rows.set(row.id, `${take}: this row, and go on`)
  }
  const desk = DESK_BINDINGS.filter(({ id }) => ALWAYS.includes(id) || does[id]).map((binding) => ({
    ...binding,
    label: words[binding.id] ?? binding.label,
  }))
  const lists = LIST_BINDINGS.filter(({ id }) => !id.startsWith('only') || rows.has(id)).map((binding) => ({
    ...binding,
    label: rows.get(binding.id) ?? binding.label,
  }))
  return {
    bindings: [
      ...desk,
      ...(adjudicate ? CAUSE_BINDINGS : []),
      // Ids of the two tables that are the same belong to two keys.
      ...(settles && hasLists ? lists.map((binding) => ({ ...binding, id: binding.name ?? binding.id })) : []),
    ],
    first: firstKeys(view).map(({ id }) => id),
  }
}

function firstKeys({ abilities }: Pick<ConsolidationView, 'abilities'>): readonly KeyBinding<DeskKey>[] {
  const { next, previous, lane1, lane2, edit, propose, confirm, refuse, nextItem, unfold } = DESK_KEYS
  if (abilities.adjudicate) return [lane1, lane2, edit, next, confirm]
  if (abilities.discuss) return [lane1, lane2, propose, next, nextItem]
  if (abilities.approve) return [next, unfold, confirm, refuse, nextItem]
  return [next, previous, unfold, nextItem]
}
