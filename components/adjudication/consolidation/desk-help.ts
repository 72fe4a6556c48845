import { FIELD_KEYS } from '@/components/annotation/workbench/keys'
import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import type { Stage } from '@/lib/protocols/protocol'
import { takeWords } from './acts'
import type { Mode } from './desk-context'
import { CAUSE_BINDINGS, DESK_BINDINGS, type DeskKey, laneKeys } from './keys'
import { LIST_BINDINGS, LIST_KEYS, type ListKey, onlyKey } from './list-keys'
import { laneName, lanesInOrder } from './words'

/** What the help of keys shows: every act that the reader can ever do here, by one key, and the five keys that matter most. */
export interface DeskHelp {
  bindings: readonly KeyBinding[]
  /** Ids of bindings, the most important first. */
  first: readonly string[]
}

const ALWAYS: readonly DeskKey[] = ['next', 'previous', 'fold', 'leave', 'nextItem', 'guidelines', 'replay', 'unfold']

/** Keys in the form of a question whose answers are spans. */
const SPAN_BINDINGS = [FIELD_KEYS.nextSpan, FIELD_KEYS.previousSpan, FIELD_KEYS.removeSpan]

/** What is open: whether anything still is, whether it is a list, whether somebody offers a value, and what the page is busy with. */
export interface OpenPlace {
  isOpen: boolean
  isList: boolean
  isOffered: boolean
  mode: Mode
  /** The word for what the open question is about: “segment”. */
  kind: string
}

/** The keys of the desk for this reader and these lanes, in words that name the lanes; what the open question asks for stands first. */
export function deskHelp(
  view: Pick<ConsolidationView, 'abilities' | 'lanes'>,
  stage: Stage,
  place: OpenPlace,
): DeskHelp {
  const { abilities } = view
  const { adjudicate, discuss, approve } = abilities
  const hasLists = stage.questions.some(({ list }) => list)
  const hasSpans = stage.questions.some(({ form }) => form === 'spans')
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
      words[unit.id] = `${take}: all of this ${place.kind}`
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
      ...(settles && hasSpans ? SPAN_BINDINGS : []),
    ],
    first: firstKeys(view, place),
  }
}

/** Ids of the keys of the list that is being put together. */
const LIST_FIRST: readonly ListKey[] = ['down', 'only1', 'only2', 'all', 'save']

function firstKeys({ abilities }: Pick<ConsolidationView, 'abilities'>, place: OpenPlace): readonly string[] {
  const { isOpen, isList, isOffered, mode } = place
  if (isList && (mode === 'edit' || mode === 'propose')) return LIST_FIRST.map((id) => LIST_KEYS[id].name ?? id)
  const keys = (...ids: DeskKey[]) => ids
  if (abilities.adjudicate) {
    if (!isOpen) return keys('confirm', 'next', 'undo', 'edit', 'nextItem')
    return isList
      ? keys('lane1', 'lane2', 'both', 'edit', 'confirm')
      : keys('lane1', 'lane2', 'edit', 'next', 'confirm')
  }
  if (abilities.discuss) {
    if (!isOpen) return keys('next', 'undo', 'unfold', 'comment', 'nextItem')
    if (isOffered) return keys('accept', 'object', 'propose', 'next', 'nextItem')
    return isList
      ? keys('lane1', 'lane2', 'both', 'propose', 'next')
      : keys('lane1', 'lane2', 'propose', 'next', 'nextItem')
  }
  if (abilities.approve) return keys('next', 'unfold', 'confirm', 'refuse', 'nextItem')
  if (abilities.reply && isOffered) return keys('accept', 'object', 'comment', 'next', 'nextItem')
  return keys('next', 'previous', 'unfold', 'nextItem')
}
