import { hasMarks } from '@/lib/protocols/marks'
import { type Bench, fieldId } from './bench-context'
import type { ListKey } from './keys'
import {
  addEntry,
  deleteEntry,
  isDivisible,
  type List,
  listAt,
  listWithin,
  mergeWithNext,
  moveEntry,
  splitEntry,
} from './lists'
import { markingAt } from './marking/span-acts'
import { acceptSeeds, isInTheWay, openSeeds, passOver } from './seeds'

type Acts = Partial<Record<ListKey, (() => void) | undefined>>

/** What can be done now to the list one is at: for its keys and for its buttons alike. */
export function listActs(bench: Bench): Acts {
  if (bench.readOnly) return {}
  const listPlace = listAt(bench.survey, bench.answers, bench.open)
  if (!listPlace) return { listText: writingAt(bench) }
  const { list, entry } = listPlace
  const { perform } = bench
  const pending = openSeeds(bench, list)
  const first = pending.find((seed) => !isInTheWay(list, seed))
  const within = listWithin(bench.survey, bench.answers, bench.open)
  const add = adding(bench, list, entry)
  return {
    add,
    addWithin: within ? adding(bench, within, null) : holdsList(bench) ? undefined : add,
    listText: writingAt(bench),
    acceptOne: first ? () => perform(acceptSeeds(list, [first])) : undefined,
    passOver: pending.length > 0 ? () => passOver(bench, pending.slice(0, 1)) : undefined,
    ...(entry === null ? {} : entryActs(bench, list, entry)),
  }
}

/** Adds an entry behind another, or at the end; of marks the words that are chosen in their text. */
export function adding(bench: Bench, list: List, behind: string | null): () => void {
  const { question } = list
  const unit = bench.survey.units.get(list.unit)?.unit
  if (!hasMarks(question) || !unit) return () => bench.perform(addEntry(list, behind))
  return markingAt(bench, { unit, question }).markChosen
}

/**
 * What Delete does where a span is picked: `removeSpan` takes it out in its text or in its row, and elsewhere the open mark leaves its list. Other
 * lists have a key of their own for that.
 */
export function removing(bench: Bench, removeSpan: (() => unknown) | undefined): (() => unknown) | undefined {
  const listPlace = listAt(bench.survey, bench.answers, bench.open)
  if (!removeSpan || !listPlace?.entry || !hasMarks(listPlace.list.question)) return removeSpan
  const { list, entry } = listPlace
  return () => removeSpan() !== false || bench.perform(deleteEntry(list, entry))
}

function entryActs({ stage, answers, perform, go }: Bench, list: List, entry: string): Acts {
  const text = { unit: entry, question: list.question.list.text }
  const move = (by: 1 | -1) => moveEntry(list, entry, by)
  const possible = (act: ReturnType<typeof moveEntry>) => (act ? () => perform(act) : undefined)
  const remove = { delete: () => perform(deleteEntry(list, entry)) }
  // Marks stand in the order of their text.
  if (list.question.list.marks) return remove
  const common = { ...remove, moveUp: possible(move(-1)), moveDown: possible(move(1)) }
  if (!isDivisible(stage, list.question.list.kind)) return common
  return {
    ...common,
    merge: possible(mergeWithNext(stage, answers, list, entry)),
    split: () => {
      const field = document.getElementById(fieldId(text.unit, text.question))
      const caret = field instanceof HTMLTextAreaElement ? field.selectionStart : 0
      const act = splitEntry(stage, answers, list, { key: entry, caret })
      // Without a cursor inside the text there is nothing to divide yet.
      if (act) perform(act)
      else go(text)
    },
  }
}

/** Can the open unit be an entry that holds a list, asked or not? */
const holdsList = ({ stage, openUnit }: Bench): boolean =>
  openUnit?.parent !== undefined && stage.questions.some(({ unit, form }) => form === 'list' && unit === openUnit.kind)

/** Goes into the open unit's first text. */
function writingAt({ survey, open, go }: Bench): (() => void) | undefined {
  const text = survey.units.get(open)?.asked.find(({ form }) => form === 'text')
  return text ? () => go({ unit: open, question: text.key }) : undefined
}
