/** Where in a record units and answers stand. */
import type { GoldPlace, Pointer, QuestionDefinition, UnitDefinition } from '@/lib/protocols/language/definition'
import type { Path } from '@/lib/protocols/language/problems'
import { listName } from './expression-names'

const EVERY = '*'

export type PlacedQuestion = Pick<QuestionDefinition, 'id' | 'on' | 'gold' | 'list' | 'votes'> & { path: Path }

/** Where units and answers stand. */
export interface Places {
  units: readonly UnitDefinition[]
  questions: readonly PlacedQuestion[]
}

/** The entries of a kind of unit, from the record on. */
export function entriesPlace(kind: string, places: Places): Pointer {
  const unit = places.units.find(({ id }) => id === kind)
  if (!unit) return []
  if ('splitter' in unit.from) return [...cutPlace(kind, unit.from), EVERY]
  if ('listedFor' in unit.from) {
    const list = places.questions.find((question) => question.list?.of === kind)
    return list ? [...fromRecord(list.on, list.gold, places), EVERY] : [listName(kind), EVERY]
  }
  // What each has a field for holds no answers: they stand in a list of the record.
  if ('places' in unit.from) return []
  const whole = unit.from.of === null ? [] : entriesPlace(unit.from.of, places)
  return [...whole, ...unit.from.each, EVERY]
}

/** The list in which a record has what was cut. */
export const cutPlace = (kind: string, { given }: { given?: Pointer }): Pointer => given ?? [listName(kind)]

export const fromRecord = (on: string, gold: GoldPlace, places: Places): Pointer =>
  gold.from === 'entry' ? [...entriesPlace(on, places), ...gold.pointer] : gold.pointer
