import type { ProjectStage, StageSettings } from './contract'

/**
 * How many annotators the task at a position gets: `coverage` percent of all positions, spread evenly, get `raters`, the
 * others one. Positions start at 1. The same rule stands in SQL in update-stage.ts.
 */
export function ratersAt(position: number, stage: { raters: number; coverage: number }): number {
  const upTo = (n: number) => Math.floor((n * stage.coverage) / 100)
  return upTo(position) > upTo(position - 1) ? stage.raters : 1
}

/** What is wrong with a stage's settings taken together, in a sentence; null when nothing is. */
export function stageProblem(settings: Pick<StageSettings, 'raters'>, policy: ProjectStage['consolidation']) {
  return policy === 'majority' && settings.raters === 2
    ? 'A majority needs three annotators or more; with two there is none.'
    : null
}

/** The fields of `next` that differ from `current`, with both values; keys that `next` leaves out are not changed. */
export function changedFields<T extends Record<string, string | number | boolean | null>>(
  current: T,
  next: Partial<T>,
): Record<string, { from: T[keyof T]; to: T[keyof T] }> {
  const changes: Record<string, { from: T[keyof T]; to: T[keyof T] }> = {}
  for (const key of Object.keys(current) as (keyof T & string)[]) {
    const to = next[key]
    if (to !== undefined && to !== current[key]) changes[key] = { from: current[key], to }
  }
  return changes
}
