/** From annotations to ratings: which annotator gave which label to which unit, for one measure. Pure. */
import type { Answers, Json, Measure, Subject, UnitDraft } from '@/lib/protocols/protocol'

/** A revealed task with its independent, frozen annotations. */
export interface CountedTask {
  taskId: string
  /** The item's position. */
  position: number
  domain: string | null
  content: Json
  units: readonly Omit<UnitDraft, 'text'>[]
  annotations: readonly { userId: string; answers: Answers }[]
}

/** One unit with the ratings it was given, as indexes of raters and categories, in the order of raters. */
export interface RatedUnit {
  taskId: string
  position: number
  domain: string | null
  ratings: readonly { rater: number; category: number }[]
}

/** The rating that counted answers give a unit under a measure; null where there is none. */
export function ratingOf(measure: Measure, subject: Subject, answers: Answers, unit: UnitDraft): string | null {
  return unit.kind === measure.unit ? measure.rating(subject, answers, unit) : null
}

/**
 * The units that a measure was asked about and at least one annotator rated, task by task.
 * @throws if a measure returns a value outside its own categories: a fault of the protocol.
 */
export function ratedUnits(measure: Measure, tasks: readonly CountedTask[], raters: readonly string[]): RatedUnit[] {
  const raterIndex = new Map(raters.map((userId, index) => [userId, index]))
  const categoryIndex = new Map(measure.categories.map(({ value }, index) => [value, index]))
  return tasks.flatMap(({ taskId, position, domain, content, units, annotations }) => {
    const subject = { content, units: units.map((unit) => ({ ...unit, text: '' })) }
    const ofKind = subject.units.filter(({ kind }) => kind === measure.unit)
    const rated = ofKind.map((unit) => {
      const ratings = annotations.flatMap(({ userId, answers }) => {
        const value = ratingOf(measure, subject, answers, unit)
        if (value === null) return []
        const category = categoryIndex.get(value)
        if (category === undefined) throw new Error(`measure ${measure.key} has no category "${value}"`)
        return [{ rater: raterIndex.get(userId) ?? -1, category }]
      })
      return { taskId, position, domain, ratings: ratings.sort((a, b) => a.rater - b.rater) }
    })
    return rated.filter(({ ratings }) => ratings.length > 0)
  })
}
