/** What newer gold changes about the units of a later stage: which of the old units each new one is, and what differs. Pure. */

import type { Json, UnitDraft } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { matchClaims } from '@/lib/stats/claim-alignment'
import { CLAIM_SIMILARITY_THRESHOLD, textSimilarity } from '@/lib/text/text-similarity'
import type { StaleChange } from './contract'

export interface UnitPair<Before extends UnitDraft = UnitDraft> {
  before: Before
  after: UnitDraft
}

/**
 * Pairs old and new units that stand for the same thing, whatever their keys: parts of paired wholes, by the unit of the
 * earlier stage that they name (`data.from`), then by equal text, then by the greatest similarity of texts; what is the
 * only one of its kind stays itself.
 */
export function matchUnits<Before extends UnitDraft>(
  before: readonly Before[],
  after: readonly UnitDraft[],
): UnitPair<Before>[] {
  const partsIn = <Unit extends UnitDraft>(units: readonly Unit[], parent: string | undefined) => {
    const keys = new Set(units.map(({ key }) => key))
    return units.filter(
      (unit) => (unit.parent !== undefined && keys.has(unit.parent) ? unit.parent : undefined) === parent,
    )
  }
  const walk = (old: string | undefined, fresh: string | undefined): UnitPair<Before>[] => {
    const pairs = matchSiblings(partsIn(before, old), partsIn(after, fresh))
    return pairs.flatMap((pair) => [pair, ...walk(pair.before.key, pair.after.key)])
  }
  return walk(undefined, undefined)
}

type Test = (before: UnitDraft, after: UnitDraft) => boolean

function matchSiblings<Before extends UnitDraft>(before: readonly Before[], after: readonly UnitDraft[]) {
  const pairs: UnitPair<Before>[] = []
  const free = () => ({
    old: before.filter((unit) => !pairs.some((pair) => pair.before === unit)),
    fresh: after.filter((unit) => !pairs.some((pair) => pair.after === unit)),
  })
  const pairBy = (test: Test) => {
    for (const unit of free().fresh) {
      const partner = free().old.find((candidate) => candidate.kind === unit.kind && test(candidate, unit))
      if (partner) pairs.push({ before: partner, after: unit })
    }
  }
  pairBy((old, fresh) => originOf(old) !== null && originOf(old) === originOf(fresh))
  pairBy((old, fresh) => old.key === fresh.key && isSame(old, fresh))
  pairBy(isSame)
  pairBy((old, fresh) => old.text === fresh.text)
  const { old, fresh } = free()
  const similarity = old.map((one) =>
    fresh.map((other) => (one.kind === other.kind ? textSimilarity(one.text, other.text) : 0)),
  )
  if (fresh.length > 0)
    for (const [left, right] of matchClaims(similarity, CLAIM_SIMILARITY_THRESHOLD)) {
      const [one, other] = [old[left], fresh[right]]
      if (one && other) pairs.push({ before: one, after: other })
    }
  const isOnly = (units: readonly UnitDraft[], { kind }: UnitDraft) =>
    units.filter((unit) => unit.kind === kind).length === 1
  pairBy((one, other) => one.key === other.key && isOnly(before, one) && isOnly(after, other))
  return pairs
}

/** How the units would differ, by their places; nothing where only what they are traced back to has other keys. */
export function staleChanges(before: readonly UnitDraft[], after: readonly UnitDraft[]): StaleChange[] {
  const pairs = matchUnits(before, after)
  const partnerOf = new Map(pairs.map((pair) => [pair.after.key, pair.before]))
  const placeOf = new Map(pairs.map((pair) => [pair.before.key, after.indexOf(pair.after)]))
  const changes = after.map((unit) => changeOf(partnerOf.get(unit.key) ?? null, unit))
  const placed = changes.map((change, place) => ({ change, place }))
  let place = -1
  for (const unit of before) {
    const partnerPlace = placeOf.get(unit.key)
    // A unit that is gone stands behind what it followed.
    place = partnerPlace ?? place
    if (partnerPlace === undefined) placed.push({ change: changeOf(unit, null), place: place + 0.5 })
  }
  const orderedChanges = placed.sort((left, right) => left.place - right.place).flatMap(({ change }) => change ?? [])
  const essential = orderedChanges.filter(({ kind }) => kind !== 'moved')
  // Other keys alone follow from what was added or removed before them.
  return essential.length > 0 ? essential : orderedChanges
}

function changeOf(before: UnitDraft | null, after: UnitDraft | null): StaleChange | null {
  const unit = after ?? before
  if (!unit) return null
  const kind = !before ? 'added' : !after ? 'removed' : !isSame(before, after) ? 'changed' : 'moved'
  if (kind === 'moved' && before?.key === after?.key) return null
  return {
    kind,
    unit: unit.key,
    was: before?.key ?? null,
    unitKind: unit.kind,
    before: before && sideOf(before),
    after: after && sideOf(after),
  }
}

const sideOf = ({ text, data = null }: UnitDraft) => ({ text, data })

/** Do two units say the same? Where they come from may have another key and still be the same. */
export function isSame(left: UnitDraft, right: UnitDraft): boolean {
  return left.text === right.text && sameValue(withoutOrigin(left.data ?? null), withoutOrigin(right.data ?? null))
}

const isRecord = (data: Json | undefined): data is { [key: string]: Json } =>
  typeof data === 'object' && data !== null && !Array.isArray(data)

function originOf({ data }: UnitDraft): string | null {
  return isRecord(data) && typeof data.from === 'string' ? data.from : null
}

function withoutOrigin(data: Json): Json {
  if (!isRecord(data)) return data
  const { from: _, ...rest } = data
  return rest
}
