/** Units in words, by their places. */
import type { Stage, UnitDraft } from './protocol'

const names = new WeakMap<readonly UnitDraft[], Map<string, string>>()

/** "Segment 3", or "Item" for a kind that has only one; parts by their place: "Sentence 3, claim 2". */
export function unitName(stage: Stage, units: readonly UnitDraft[], key: string): string {
  const unitNames = names.get(units) ?? nameAll(stage, units)
  names.set(units, unitNames)
  return unitNames.get(key) ?? key
}

/** A question in words: "Sentence 2, claim 1: Verdict". Of the whole item nothing else can be meant: "Revised response". */
export function questionName(
  stage: Stage,
  units: readonly UnitDraft[],
  { unit, title }: { unit: string; title: string },
): string {
  const isWhole = units.some(({ key, kind }) => key === unit && kind === WHOLE_ITEM)
  return isWhole ? title : `${unitName(stage, units, unit)}: ${title}`
}

/** The kind of the unit that is the item as a whole. */
const WHOLE_ITEM = 'item'

/** The word for what a unit is: "claim". */
export function kindName(stage: Stage, units: readonly UnitDraft[], key: string): string {
  const kind = units.find((unit) => unit.key === key)?.kind
  return stage.unitKinds.find((each) => each.kind === kind)?.text ?? 'unit'
}

/** The heading over all units of a kind: "Search results", "Passages"; "Claim" over a single one. */
export function kindHeading(stage: Pick<Stage, 'unitKinds'>, units: readonly UnitDraft[], kind: string): string {
  const word = stage.unitKinds.find((each) => each.kind === kind)?.text ?? 'unit'
  const isOne = units.filter((unit) => unit.kind === kind).length === 1
  // What is counted stands before "of", or last.
  const text = isOne ? word : word.replace(/(?= of )|$/, 's')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The last part of a unit's name: "claim 2". */
export function partName(stage: Stage, units: readonly UnitDraft[], key: string): string {
  const name = unitName(stage, units, key)
  return name.slice(name.lastIndexOf(', ') + 1).trim()
}

function nameAll(stage: Stage, units: readonly UnitDraft[]): Map<string, string> {
  const words = new Map(stage.unitKinds.map(({ kind, text }) => [kind, text]))
  const place = ({ kind, parent }: UnitDraft) => `${kind} of ${parent ?? ''}`
  const total = new Map<string, number>()
  for (const unit of units) total.set(place(unit), (total.get(place(unit)) ?? 0) + 1)
  const counted = new Map<string, number>()
  // Parts of an item that has no word of its own are named by themselves.
  const isPlain = ({ kind }: UnitDraft) => kind === WHOLE_ITEM && (words.get(kind) ?? WHOLE_ITEM) === WHOLE_ITEM
  const wholes = new Set(units.filter(isPlain).map(({ key }) => key))
  const namesByKey = new Map<string, string>()
  for (const unit of units) {
    const number = (counted.get(place(unit)) ?? 0) + 1
    counted.set(place(unit), number)
    const word = words.get(unit.kind) ?? unit.kind
    const whole = unit.parent === undefined || wholes.has(unit.parent) ? undefined : namesByKey.get(unit.parent)
    const isOnly = whole === undefined && unit.parent === undefined && total.get(place(unit)) === 1
    const shortName = isOnly ? word : `${word} ${number}`
    namesByKey.set(
      unit.key,
      whole === undefined ? shortName.charAt(0).toUpperCase() + shortName.slice(1) : `${whole}, ${shortName}`,
    )
  }
  return namesByKey
}
