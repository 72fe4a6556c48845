import type { ProjectStage, StageSettings } from './contract'

/** What is wrong with a stage's settings taken together, in a sentence; null when nothing is. `places`: as many votes as records hold; null: any number. */
export function stageProblem(
  { raters, furtherShare = 0 }: Pick<StageSettings, 'raters'> & Partial<Pick<StageSettings, 'furtherShare'>>,
  policy: ProjectStage['consolidation'],
  places: number | null = null,
) {
  if (policy === 'majority' && raters === 2) return 'A majority needs three annotators or more; with two there is none.'
  const most = raters + (furtherShare > 0 ? 1 : 0)
  return places !== null && most > places
    ? `Records have places for ${places === 1 ? 'one vote' : `${places} votes`}, and ${most} annotators would vote on an item.`
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
