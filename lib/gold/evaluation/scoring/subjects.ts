/** What a scoring scores: targets by themselves, or items with all their targets folded into one; and their groups. */
import type { Scored, Scoring } from '@/lib/protocols/evaluation'
import type { GoldIndex } from './gold-index'
import { AGREED, agreedOfParts } from './rules'
import { countsOf, goldFor, type Source, scoredOf } from './systems'

/** Subjects of one value of a stratum, or all; resampled by items, which are numbered from 0 in each group. */
export interface Group {
  stratum: { key: string; value: string } | null
  subjects: Int32Array
  rowOf: Int32Array
  rows: number
}

export interface Subjects {
  /** How many subjects there are: targets or items. */
  size: number
  all: Group
  strata: readonly Group[]
  /** undefined: the source said nothing of it, or not of every part. */
  scoredOf(source: Source, subject: number): Scored | undefined
  /** The item of a subject, and its unit where it is one target. */
  placeOf(subject: number): { item: number; unit: string | null }
}

/** A scoring of a task, with what it scores and whom: systems and baselines. */
export interface PlannedScoring {
  scoring: Scoring
  subjects: Subjects
  sources: readonly Source[]
}

export function subjectsOf(index: GoldIndex, scoring: Scoring, strataKeys: readonly string[]): Subjects {
  return scoring.level === 'item' ? itemSubjects(index, scoring, strataKeys) : unitSubjects(index, scoring, strataKeys)
}

function unitSubjects(index: GoldIndex, scoring: Scoring, strataKeys: readonly string[]): Subjects {
  const list: number[] = []
  for (const [number, target] of index.targets.entries()) if (goldFor(scoring, target) !== undefined) list.push(number)
  const itemOf = (target: number) => index.targets[target]?.item ?? 0
  return {
    size: index.targets.length,
    ...groupsOf(list, itemOf, (target, key) => valuesOf(index, target, key), strataKeys),
    scoredOf: (source, target) => {
      const scored = scoredOf(index, source, target)
      if (!scored || scoring.compares !== 'distributions') return scored
      return { ...scored, gold: goldFor(scoring, index.targets[target]) ?? null }
    },
    placeOf: (target) => ({ item: itemOf(target), unit: index.targets[target]?.unit ?? null }),
  }
}

function itemSubjects(index: GoldIndex, scoring: Scoring, strataKeys: readonly string[]): Subjects {
  const counts = countsOf(scoring)
  const counting = (item: number) =>
    (index.items[item]?.targets ?? []).filter((target) => counts(index.targets[target]?.gold ?? null))
  const list = index.items.flatMap((_, item) => (counting(item).length > 0 ? [item] : []))
  const valuesOfItem = (item: number, key: string) => {
    const targets = counting(item)
    if (key !== AGREED) return valuesOf(index, targets[0] ?? -1, key)
    return agreedOfParts(targets.map((target) => index.targets[target]?.agreed ?? []))
  }
  return {
    size: index.items.length,
    ...groupsOf(list, (item) => item, valuesOfItem, strataKeys),
    scoredOf: (source, item) => foldedOf(index, scoring, source, counting(item)),
    placeOf: (item) => ({ item, unit: null }),
  }
}

/** An item is scored only where the system spoke of all its parts. */
function foldedOf(index: GoldIndex, scoring: Scoring, source: Source, targets: readonly number[]): Scored | undefined {
  const parts = targets.flatMap((target) => scoredOf(index, source, target) ?? [])
  if (parts.length < targets.length) return undefined
  return scoring.fold?.(parts) ?? undefined
}

/** The values of one stratum that a target has. */
function valuesOf(index: GoldIndex, target: number, key: string): readonly string[] {
  const { strata = {}, agreed = [] } = index.targets[target] ?? {}
  if (key === AGREED) return agreed
  const value = strata[key]
  return value === undefined ? [] : [value]
}

function groupsOf(
  subjects: readonly number[],
  itemOf: (subject: number) => number,
  valuesIn: (subject: number, key: string) => readonly string[],
  keys: readonly string[],
): Pick<Subjects, 'all' | 'strata'> {
  const strata = keys.flatMap((key) => {
    const byValue = new Map<string, number[]>()
    for (const subject of subjects) {
      for (const value of valuesIn(subject, key)) {
        const members = byValue.get(value) ?? []
        if (members.length === 0) byValue.set(value, members)
        members.push(subject)
      }
    }
    return [...byValue].map(([value, members]) => groupOf({ key, value }, members, itemOf))
  })
  return { all: groupOf(null, subjects, itemOf), strata }
}

function groupOf(stratum: Group['stratum'], members: readonly number[], itemOf: (subject: number) => number): Group {
  const rows = new Map<number, number>()
  let [last, lastRow] = [-1, -1]
  const rowOf = Int32Array.from(members, (subject) => {
    const item = itemOf(subject)
    // Most subjects are of the item of the one before.
    if (item === last) return lastRow
    last = item
    lastRow = rows.get(item) ?? rows.size
    rows.set(item, lastRow)
    return lastRow
  })
  return { stratum, subjects: Int32Array.from(members), rowOf, rows: rows.size }
}
