/** Ratings one by one, as exports give them: derived as the ledger derives them. Pure. */
import type { Answers, Json, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { alignTask } from './align-task'
import { isUnmeasured, ratingOf } from './derive-task'

export interface AnnotationToRate {
  id: string
  userId: string
  answers: Answers
  /** The shuffled units in the order in which they were seen; null where none are, or nobody knows. */
  shown: readonly string[] | null
  /** As of a frozen annotation. */
  unmeasured?: readonly string[] | null
}

export interface AnnotationRating {
  userId: string
  measure: string
  unitKey: string
  value: string
}

/** Every rating that these annotations give, annotation by annotation. `units`: the task's own in round 1, with texts. */
export function rateAnnotations(
  stage: Stage,
  task: { taskId: string; content: Json; units: readonly UnitDraft[] },
  annotations: readonly AnnotationToRate[],
): AnnotationRating[] {
  const { measured, lanes } = alignTask(stage, {
    ...task,
    stageId: '',
    revision: 0,
    week: null,
    guideline: null,
    notIndependent: 0,
    gold: null,
    runs: [],
    accepted: null,
    annotations: annotations.map(({ id, answers, shown, unmeasured }, number) => ({
      id,
      number,
      answers,
      shown,
      unmeasured: unmeasured ?? [],
      arms: new Map(),
    })),
  })
  return lanes.annotators
    .toSorted((a, b) => a.number - b.number)
    .flatMap((lane) =>
      stage.measures.flatMap((measure) =>
        measured.units.flatMap((unit) => {
          const value = isUnmeasured(lane.annotation, measure) ? null : ratingOf(measure, lane, unit)
          const userId = annotations[lane.number]?.userId ?? ''
          return value === null ? [] : [{ userId, measure: measure.key, unitKey: unit.key, value }]
        }),
      ),
    )
}
