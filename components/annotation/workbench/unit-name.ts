import type { Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { isWhole } from './navigation'

/** The word for a kind of unit in this stage. */
export const kindWord = (stage: Stage, kind: string): string =>
  stage.unitKinds.find((candidate) => candidate.kind === kind)?.text ?? kind

export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A unit in words, numbered by its place: "sentence 12", and of units with a whole "claim 3 of sentence 12". */
export function unitName(stage: Stage, subject: Subject, unit: UnitDraft): string {
  if (isWhole(unit)) return 'whole item'
  const whole = unit.parent === undefined ? undefined : subject.units.find(({ key }) => key === unit.parent)
  const name = `${kindWord(stage, unit.kind)} ${numberOf(subject, unit)}`
  return whole && !isWhole(whole) ? `${name} of ${unitName(stage, subject, whole)}` : name
}

/** The place of a unit among those of its kind in the same whole, from 1. */
export function numberOf(subject: Subject, unit: UnitDraft): number {
  let number = 0
  for (const { key, kind, parent } of subject.units) {
    if (kind === unit.kind && parent === unit.parent) number += 1
    if (key === unit.key) return number
  }
  return number
}

/** A unit by its key, in words at the beginning of a line. */
export function nameOfUnit(stage: Stage, subject: Subject, key: string): string {
  const unit = subject.units.find((candidate) => candidate.key === key)
  return unit ? capitalised(unitName(stage, subject, unit)) : key
}
