/** From frozen answers to the rows of the ledger. Pure. */
import type { Comparison, Measure, Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { type AlignedTask, alignTask, type RatingLane } from './align-task'
import { ARM_CODES, type FrozenAnnotation, type FrozenTask, placeKey } from './frozen-task'

/** One unit under one measure; raters are annotators' numbers in ascending order. */
export interface RatedUnitRow {
  measure: string
  unitKey: string
  raters: number[]
  codes: number[]
  arms: number[]
}

/**
 * A rating by gold, a run, or an annotator after the discussion; `without:<number>` is gold without this annotator's answers where
 * it is another category than gold, or none (`NO_GOLD`).
 */
export interface FurtherRow {
  measure: string
  unitKey: string
  rater: string
  code: number
}

/** Two annotators' answers to a unit compared; `first` has the smaller number. */
export interface ComparedRow {
  comparison: string
  unitKey: string
  first: number
  second: number
  sums: number[]
}

/** The code of a unit of which no gold is left without an annotator's own answers. */
export const NO_GOLD = -1

export interface DerivedTask {
  units: RatedUnitRow[]
  further: FurtherRow[]
  compared: ComparedRow[]
}

/**
 * All that is counted of a task.
 * @throws if a measure returns a value outside its own categories, or a comparison other than its number of sums: faults
 * of the protocol.
 */
export function deriveTask(stage: Stage, task: FrozenTask): DerivedTask {
  const { subject, measured, lanes } = alignTask(stage, task)
  const annotators = lanes.annotators.toSorted((a, b) => a.number - b.number)
  const units: RatedUnitRow[] = []
  const further: FurtherRow[] = []
  for (const measure of stage.measures) {
    const code = coder(measure)
    const rate = (lane: RatingLane, unit: UnitDraft) => code(ratingOf(measure, lane, unit))
    for (const unit of measured.units.filter(({ kind }) => kind === measure.unit)) {
      const row: RatedUnitRow = { measure: measure.key, unitKey: unit.key, raters: [], codes: [], arms: [] }
      for (const annotator of annotators) {
        const rating = isUnmeasured(annotator.annotation, measure) ? null : rate(annotator, unit)
        if (rating === null) continue
        row.raters.push(annotator.number)
        row.codes.push(rating)
        row.arms.push(armOf(stage, measure, annotator.annotation, annotator.keys, unit))
      }
      if (row.raters.length > 0) units.push(row)
      const settled = isUnmeasured(task.gold, measure) ? lanes.further.filter(isOfRun) : lanes.further
      further.push(...furtherRows(measure, unit, { ...lanes, further: settled }, { raters: row.raters, rate }))
    }
  }
  const compared = (stage.comparisons ?? []).flatMap((each) => compareAll(each, subject, annotators))
  return { units, further, compared }
}

/** Was what the measure looks at asked only later? */
export const isUnmeasured = (
  ratedAnswers: { unmeasured?: readonly string[] | undefined } | null,
  { key }: Measure,
): boolean => ratedAnswers?.unmeasured?.includes(key) ?? false

const isOfRun = ({ rater }: { rater: string }): boolean => rater.startsWith('run:')

interface UnitRates {
  /** Numbers of the annotators who rated the unit. */
  raters: readonly number[]
  rate: (lane: RatingLane, unit: UnitDraft) => number | null
}

/** How gold, runs and annotators after the discussion rate a unit, and gold without each annotator's own answers. */
function furtherRows(
  measure: Measure,
  unit: UnitDraft,
  { further, withoutOwn }: AlignedTask['lanes'],
  { raters, rate }: UnitRates,
): FurtherRow[] {
  const rowKey = { measure: measure.key, unitKey: unit.key }
  return further.flatMap((lane): FurtherRow[] => {
    const code = lane.replaced.has(unit.key) ? null : rate(lane, unit)
    if (code === null) return []
    const without = lane.rater === 'gold' ? withoutOwn.filter(({ number }) => raters.includes(number)) : []
    const left = without.map((each): FurtherRow => {
      // What is derived from an answer that nothing decides is undecided.
      const isOpen = measure.question === undefined && each.undecided.has(unit.key)
      return { ...rowKey, rater: `without:${each.number}`, code: (isOpen ? null : rate(each, unit)) ?? NO_GOLD }
    })
    return [{ ...rowKey, rater: lane.rater, code }, ...left.filter((row) => row.code !== code)]
  })
}

/** The rating that counted answers give a unit under a measure; null where there is none, as of a unit that others listed. */
export function ratingOf(measure: Measure, lane: RatingLane, unit: UnitDraft): string | null {
  const isRated = unit.kind === measure.unit && lane.units.has(unit.key)
  return isRated ? measure.rating(lane.subject, lane.measured, unit, lane.shown) : null
}

function coder(measure: Measure): (value: string | null) => number | null {
  const codes = new Map(measure.categories.map(({ value }, index) => [value, index]))
  return (value) => {
    if (value === null) return null
    const code = codes.get(value)
    if (code === undefined) throw new Error(`measure ${measure.key} has no category "${value}"`)
    return code
  }
}

/** A listed unit is in the arm of the list that it stands in. */
function armOf(
  stage: Stage,
  { question }: Measure,
  { arms }: FrozenAnnotation,
  keys: ReadonlyMap<string, string>,
  unit: UnitDraft,
): number {
  if (question === undefined) return 0
  const unitArm = arms.get(placeKey(keys.get(unit.key) ?? unit.key, question))
  if (unitArm !== undefined) return ARM_CODES[unitArm]
  const list = unit.parent === undefined ? undefined : stage.questions.find(({ list }) => list?.kind === unit.kind)
  const arm = list === undefined ? undefined : arms.get(placeKey(unit.parent ?? '', list.key))
  return arm === undefined ? 0 : ARM_CODES[arm]
}

function compareAll(
  comparison: Comparison,
  subject: Subject,
  annotators: readonly (RatingLane & { number: number })[],
): ComparedRow[] {
  const units = subject.units.filter(({ kind }) => kind === comparison.unit)
  const pairs = annotators.flatMap((first, index) => annotators.slice(index + 1).map((second) => ({ first, second })))
  return units.flatMap((unit) => {
    const met = pairs.filter(({ first, second }) => first.units.has(unit.key) && second.units.has(unit.key))
    return met.flatMap(({ first, second }) => {
      const sums = comparison.compare(subject, first.answers, second.answers, unit, met.length)
      if (sums === null) return []
      if (sums.length !== comparison.sums) throw new Error(`comparison ${comparison.key} gave ${sums.length} sums`)
      const rowKey = { comparison: comparison.key, unitKey: unit.key }
      return [{ ...rowKey, first: first.number, second: second.number, sums: [...sums] }]
    })
  })
}
