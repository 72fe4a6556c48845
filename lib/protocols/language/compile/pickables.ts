/** What questions pick from: apart from what reads and writes picks in records, which the workbench has no use for. */
import type { Json, UnitDraft } from '@/lib/protocols/answers'
import type { QuestionDefinition } from '@/lib/protocols/language/definition'
import { storedUnits } from './units'

/** A unit that can be picked, and what records call it. */
export interface Pickable {
  key: string
  name: string | number
}

/** What a question about this unit picks from, in the order of the record. */
export const pickablesIn = (content: Json, { picks }: Pick<QuestionDefinition, 'picks'>, unit: UnitDraft): Pickable[] =>
  storedUnits(content)
    .filter(({ kind, parent }) => kind === picks?.of && (parent ?? unit.key) === unit.key)
    .map(({ key, name, at }) => ({ key, name: name ?? Number(at.at(-1)) }))
