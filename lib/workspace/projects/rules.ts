import type { ProjectStage, StageSettings } from './contract'

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
