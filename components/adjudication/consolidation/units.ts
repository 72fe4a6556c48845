import { isWhole } from '@/components/annotation/workbench/navigation'
import type { Stage, UnitDraft } from '@/lib/protocols/protocol'

const cachedRoots = new WeakMap<readonly UnitDraft[], Map<string, string>>()

/** For every unit the one it is a part of in the text that is read: itself, or the topmost of its wholes below the item. */
export function rootsOf(units: readonly UnitDraft[]): Map<string, string> {
  const roots = cachedRoots.get(units) ?? new Map<string, string>()
  if (cachedRoots.has(units)) return roots
  const wholes = new Set(units.filter(isWhole).map(({ key }) => key))
  for (const { key, parent } of units)
    roots.set(key, parent === undefined || wholes.has(parent) ? key : (roots.get(parent) ?? key))
  cachedRoots.set(units, roots)
  return roots
}

/** The questions of every unit with those of its parts, and of their parts. */
export function entriesWithin<Entry extends { unit: string }>(
  units: readonly UnitDraft[],
  entries: readonly Entry[],
): Map<string, Entry[]> {
  const parents = new Map(units.map(({ key, parent }) => [key, parent]))
  const within = new Map<string, Entry[]>()
  for (const entry of entries)
    for (let unitKey: string | undefined = entry.unit; unitKey !== undefined; unitKey = parents.get(unitKey)) {
      const unitEntries = within.get(unitKey)
      if (unitEntries) unitEntries.push(entry)
      else within.set(unitKey, [entry])
    }
  return within
}

/** The word for what a unit is: "claim". */
export function kindName(stage: Stage, units: readonly UnitDraft[], key: string): string {
  const kind = units.find((unit) => unit.key === key)?.kind
  return stage.unitKinds.find((each) => each.kind === kind)?.text ?? 'unit'
}
