/**
 * How the answers of several people become one set. The same walk for every protocol: the questions in stage order,
 * each only if it is asked under what has been settled so far, so that a question that hangs on an open one waits for it.
 */
import { answerOf, isAsked } from './completeness'
import { entriesOf, withMadeUnits } from './made-units'
import { spansByMajority, unionOfSpans } from './marked-spans'
import { medianOf } from './median'
import { setByMajority, unionOfSets } from './option-lists'
import type { Answers, Json, Question, Stage, Subject, UnitDraft } from './protocol'
import { mergeLists, sameValue } from './same-value'

/** One person's answers. `id` is whatever the caller tells people apart by. */
export interface Lane {
  id: string
  answers: Answers
}

/** What one lane says. */
export interface LaneValue {
  lane: string
  value: Json
}

/** A question on which lanes differ; `wording` means different texts, which counts as no disagreement. */
export interface Difference {
  unit: string
  question: string
  kind: 'decide' | 'wording'
  values: LaneValue[]
}

/**
 * A value that stands. `majority`: more than half of those who were asked gave it; `median`: it is the middle one; `tied`: no value
 * was given by so many, or none is the middle one, and the protocol says what stands then. `lane` is the one lane that holds it, null when several or none do.
 */
export interface Settled {
  unit: string
  question: string
  value: Json
  how: 'agreed' | 'merged' | 'majority' | 'median' | 'tied' | 'resolved'
  lane: string | null
}

/** A question that still needs a person; `values` is empty when it is required and nobody answered it. */
export type Open = Difference

export interface Consolidation {
  answers: Answers
  settled: Settled[]
  open: Open[]
}

/** A question on a unit. */
export interface Place {
  unit: string
  question: string
}

/**
 * Settles what settles itself. A value in `resolved` wins, also over agreement; it counts only while its question is
 * asked. Lanes for which a question was not asked, or which left it blank, have no say in it, unless a blank says something (an optional list is empty), though under the policy
 * `majority` a blank counts among those asked, and where votes are counted it does not; where a question starts from something, whoever wrote nothing says what it
 * starts from as things are settled, save where votes are counted. In a discussion nobody is passed
 * over: what was not asked of a partner stays open for their word, and so does what is `contested`, though the frozen
 * answers agree. What lanes list themselves has been aligned (align-lanes.ts); a listed unit is asked about once its list
 * is settled, and who settled it with an entry that they did not list accepted the entry as it was written.
 * `answers` holds exactly the settled values.
 */
export function consolidate(
  stage: Stage,
  subject: Subject,
  lanes: readonly Lane[],
  resolved: Answers,
  contested: (place: Place) => boolean = () => false,
): Consolidation {
  const result: Consolidation = { answers: {}, settled: [], open: [] }
  const laneViews = lanes.map((lane) => seenBy(stage, subject, lane))
  const prepared = new Set(subject.units.map(({ key }) => key))
  for (const question of stage.questions) {
    const whole = withMadeUnits(stage, subject, result.answers)
    for (const unit of whole.units) {
      if (!isAsked(question, whole, result.answers, unit)) continue
      const askedLanes = laneViews.filter((lane) => isAskedOf(question, lane, unit))
      const start = startIn(stage, question, { subject: whole, answers: result.answers, unit })
      const values = laneValues(question, askedLanes, { start, unit })
      const place = { unit: unit.key, question: question.key }
      const concerned = prepared.has(unit.key) ? laneViews : laneViews.filter(({ keys }) => keys.has(unit.key))
      const passedOver = askedLanes.length < concerned.length && hasToHearAll(stage, question, unit)
      const chosen = answerOf(resolved, unit.key, question.key)
      const byPerson = !prepared.has(unit.key) && holdsForeign(question, chosen, lanes, unit) ? null : chosen
      const isHeldBack = byPerson === null && (passedOver || contested(place))
      const outcome = isHeldBack
        ? null
        : settle(stage, question, { values, asked: askedLanes.length, resolved: byPerson })
      if (outcome) addSettled(result, place, outcome)
      else if (mustBeSettled(stage, question, values)) result.open.push({ ...place, kind: kindOf(question), values })
    }
  }
  return result
}

/**
 * Does a list within an entry, as somebody settled it, hold what annotators listed elsewhere? The entry stands for others since then, and
 * its list has to be settled anew.
 */
function holdsForeign({ key, list }: Question, settled: Json, lanes: readonly Lane[], unit: UnitDraft): boolean {
  if (!list || settled === null) return false
  const settledKeys = new Set(entriesOf(settled).flatMap(({ from }) => from))
  return lanes.some(({ answers }) =>
    Object.entries(answers).some(
      ([holder, given]) =>
        holder !== unit.key &&
        entriesOf(given[key]).some(({ from }) => from.some((laneKey) => settledKeys.has(laneKey))),
    ),
  )
}

function addSettled(result: Consolidation, place: Place, outcome: NonNullable<ReturnType<typeof settle>>): void {
  result.settled.push({ ...place, ...outcome })
  result.answers[place.unit] = { ...result.answers[place.unit], [place.question]: outcome.value }
}

const mustBeSettled = (stage: Stage, question: Question, values: readonly LaneValue[]): boolean =>
  !mayBeMissing(stage, question) && (values.length > 0 || question.required)

const kindOf = ({ consolidate: how }: Question): Difference['kind'] => (how === 'wording' ? 'wording' : 'decide')

/**
 * Where the lanes differ before anybody, or a majority, settled anything, in the order in which it has to be settled.
 * Everyone's own words are no difference.
 */
export function differences(stage: Stage, subject: Subject, lanes: readonly Lane[]): Difference[] {
  const isCounted = stage.consolidation === 'majority' || stage.consolidation === 'votes'
  const undecided: Stage = isCounted ? { ...stage, consolidation: 'reviewer' } : stage
  return consolidate(undecided, subject, lanes, {}).open.filter(({ values }) => isDisputed(values))
}

/** May nothing stand for this question in the end, though it is asked and required of each annotator? */
export const mayBeMissing = (stage: Pick<Stage, 'consolidation'>, question: Question): boolean =>
  question.consolidate === 'aside' || (stage.consolidation === 'majority' && question.tie === null)

/** Do the lanes differ on it? */
export function isDisputed(values: readonly LaneValue[]): boolean {
  return values.some(({ value }) => !sameValue(value, values[0]?.value ?? null))
}

/**
 * Partners both accept a value before it stands. What is put together without asking is an exception, with all that hangs
 * on its entries: nobody has decided it.
 */
function hasToHearAll(stage: Stage, question: Question, unit: UnitDraft): boolean {
  return stage.consolidation === 'discussion' && question.consolidate !== 'union' && !isPutTogether(stage, unit.kind)
}

/** Are units of this kind, or those that they are listed for, entries of lists that are put together without asking? */
function isPutTogether(stage: Stage, kind: string): boolean {
  return stage.questions.some(
    ({ list, consolidate: how, unit }) => list?.kind === kind && (how === 'union' || isPutTogether(stage, unit)),
  )
}

/** A lane with the subject as it was for its annotator: with what they listed, without what others did. */
function seenBy(stage: Stage, prepared: Subject, lane: Lane) {
  const subject = withMadeUnits(stage, prepared, lane.answers)
  return { ...lane, subject, keys: new Set(subject.units.map(({ key }) => key)) }
}

function isAskedOf(
  question: Question,
  { subject, keys, answers }: ReturnType<typeof seenBy>,
  unit: UnitDraft,
): boolean {
  return keys.has(unit.key) && isAsked(question, subject, answers, unit)
}

/** What lanes say that wrote nothing. Votes hold what was said: of who left a question alone in a record, nobody knows whether it was asked. */
const startIn = (
  { consolidation }: Stage,
  question: Question,
  { subject, answers, unit }: { subject: Subject; answers: Answers; unit: UnitDraft },
): Json => (consolidation === 'votes' ? null : (question.initial?.(subject, answers, unit) ?? null))

function laneValues(
  question: Question,
  lanes: readonly Lane[],
  { start, unit }: { start: Json; unit: UnitDraft },
): LaneValue[] {
  const values = lanes.map(({ id, answers: own }) => ({
    lane: id,
    value: answerOf(own, unit.key, question.key) ?? start,
  }))
  return withBlanks(question, values)
}

/** What lanes say; of those that left the question blank what that says beside the answers of others, or nothing. */
export function withBlanks(question: Pick<Question, 'blank'>, values: readonly LaneValue[]): LaneValue[] {
  const blank = values.some(({ value }) => value !== null) ? blankOf(question) : null
  return values.map(({ lane, value }) => ({ lane, value: value ?? blank })).filter(({ value }) => value !== null)
}

/** What leaving the question blank says once somebody has answered it; null where it says nothing. */
export const blankOf = ({ blank = null }: Pick<Question, 'blank'>): Json => blank

interface Said {
  values: readonly LaneValue[]
  /** How many lanes were asked; those that left it blank are not among the values. */
  asked: number
  /** What a person settled; null where nobody did. */
  resolved: Json
}

type Outcome = Omit<Settled, 'unit' | 'question'>

function settle(stage: Stage, question: Question, { values, asked, resolved }: Said): Outcome | null {
  const [first, ...others] = values
  if (resolved !== null) return { value: resolved, how: 'resolved', lane: holderOf(resolved, values) }
  if (question.consolidate === 'aside' && values.length < asked) return null
  if (first && others.every(({ value }) => sameValue(value, first.value))) {
    return { value: first.value, how: 'agreed', lane: holderOf(first.value, values) }
  }
  if (question.consolidate === 'union' && first) {
    const laneAnswers = values.map(({ value }) => value)
    const value = unionOf(question, laneAnswers)
    if (value !== null) return { value, how: 'merged', lane: null }
  }
  if (question.consolidate === 'aside') return null
  if (stage.consolidation === 'majority') return byMajority(question, values, asked)
  // A vote that was left blank is none.
  return stage.consolidation === 'votes' && first ? byMajority(question, values, values.length) : null
}

function unionOf(question: Question, laneAnswers: readonly Json[]): Json {
  if (question.form === 'set') return unionOfSets(question, laneAnswers)
  return question.form === 'spans' ? unionOfSpans(question, laneAnswers) : mergeLists(laneAnswers)
}

/** The one lane that holds the value; null where several do, or none. */
function holderOf(value: Json, values: readonly LaneValue[]): string | null {
  const holders = values.filter((each) => sameValue(each.value, value))
  return holders.length === 1 ? (holders[0]?.lane ?? null) : null
}

/** A tie needs votes: where those who were asked all left it blank, nothing stands; where nobody was asked, it may be needed. */
function byMajority(question: Question, values: readonly LaneValue[], askedCount: number): Outcome | null {
  const { tie = null, required, byValue } = question
  const laneAnswers = values.map(({ value }) => value)
  const middle = medianOf(question, laneAnswers, askedCount)
  if (middle !== null) return { value: middle, how: 'median', lane: null }
  const most = byValue
    ? question.form === 'spans'
      ? spansByMajority(question, laneAnswers, askedCount)
      : setByMajority(question, laneAnswers, askedCount)
    : laneAnswers.find((value) => laneAnswers.filter((each) => sameValue(each, value)).length * 2 > askedCount)
  if (most != null) return { value: most, how: 'majority', lane: null }
  if (values.length === 0 && (askedCount > 0 || !required)) return null
  return tie === null ? null : { value: tie, how: 'tied', lane: null }
}
