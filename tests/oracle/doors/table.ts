import type { Vector } from '@/tests/oracle/read-vectors'
import { agreementDoors } from './agreement'
import { type Door, expectedKeys } from './door'
import { scoreDoors } from './scores'

export const doors: readonly Door[] = [...agreementDoors, ...scoreDoors]

/** What of a vector no door checks: all of it has a name here if it goes through none. */
export function uncheckedKeys(vector: Vector, through: readonly Door[] = doors): string[] {
  const checked = new Set(through.flatMap((door) => door.checks(vector)))
  return expectedKeys(vector).filter((key) => !checked.has(key))
}

/** The table of docs/oracle.md: one line for each metric and door. */
export function doorTable(vectors: readonly Vector[], through: readonly Door[] = doors): string {
  const metrics = [...new Set(vectors.map((vector) => vector.metric))].toSorted()
  const lines = metrics.flatMap((metric) => {
    const ofMetric = vectors.filter((vector) => vector.metric === metric)
    return through.flatMap((door) => {
      const checked = ofMetric.map((vector) => door.checks(vector)).filter((keys) => keys.length > 0)
      if (checked.length === 0) return []
      const keys = [...new Set(checked.flat())].toSorted()
      return [`| ${metric} | ${ofMetric.length} | ${door.name} | ${checked.length} | ${keys.join(', ')} |`]
    })
  })
  return ['| metric | vectors | door | through it | checked there |', '|---|--:|---|--:|---|', ...lines].join('\n')
}
