/**
 * Everybody's answers to a task under common keys: what annotators listed is laid side by side first, in the order in which
 * consolidation does it, so that gold and machines never change how annotators' lists are aligned. Pure.
 */
import { alignLanes, commonKeysIn } from '@/lib/protocols/align-lanes'
import { countingAnswers, countingWithStarts } from '@/lib/protocols/completeness'
import {
  allSeeds,
  entriesOf,
  type NumberedSeed,
  numberSeeds,
  seedOrigin,
  withMadeUnits,
} from '@/lib/protocols/made-units'
import type { Answers, Json, Question, Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { inLaneOrder } from '@/lib/workspace/tasks/lane-order'
import { type Accepted, type FrozenAnnotation, type FrozenSuggestion, type FrozenTask, placeKey } from './frozen-task'

/** The questions that measures, and conditions of what is measured, look at: choices, sets, spans, numbers, picks, and what a measure names where units are chosen from. */
const choicesOf = ({ questions, measures }: Stage): Question[] =>
  questions.filter(
    ({ key, unit, form, picks }) =>
      ['choice', 'set', 'spans', 'number'].includes(form) ||
      picks !== undefined ||
      (form === 'references' && measures.some((measure) => measure.question === key && measure.unit === unit)),
  )

/** The lists whose entries are measured, or hold such a list, and the texts by which entries are laid side by side. */
function listedQuestionsOf(stage: Stage): Question[] {
  const measured = new Set([...stage.measures.map(({ unit }) => unit), ...(stage.measuredKinds ?? [])])
  const isMeasured = (kind: string): boolean =>
    measured.has(kind) || stage.questions.some(({ list, unit }) => list && unit === kind && isMeasured(list.kind))
  const lists = stage.questions.filter(({ list }) => list && isMeasured(list.kind))
  const texts = stage.questions.filter(({ key, unit }) =>
    lists.some(({ list }) => list?.kind === unit && list.text === key),
  )
  return [...lists, ...texts]
}

/** What measures see of a stage: choices, and lists that are measured. */
export function measuredStage(stage: Stage): Stage {
  return { ...stage, questions: [...choicesOf(stage), ...listedQuestionsOf(stage)] }
}

/** What has to be read of answers. Reasons and links would be most of what is stored, and only comparisons need them. */
export const countedStage = (stage: Stage): Stage => (stage.comparisons?.length ? stage : measuredStage(stage))

/** Answers under common keys; `measured`: of them what measures see, which is all that was read where a stage has no comparisons. */
export interface RatingLane {
  answers: Answers
  measured: Answers
  /** The task as measures see it, of listed units with those alone that stand in this lane's lists. */
  subject: Subject
  /** Keys of its units. */
  units: ReadonlySet<string>
  /** As of a frozen annotation. */
  shown: readonly string[] | null
}

export interface AnnotatorLane extends RatingLane {
  number: number
  annotation: FrozenAnnotation
  /** The annotator's own key of each listed unit, by the common one. */
  keys: ReadonlyMap<string, string>
}

export interface FurtherLane extends RatingLane {
  /** As in `further_ratings`. */
  rater: string
  /** Keys of units of which it says nothing, since its answers are about others. */
  replaced: ReadonlySet<string>
}

export interface AlignedTask {
  /** With everything, and as measures see it: without texts, and of the content what the stage names. */
  subject: Subject
  measured: Subject
  lanes: { annotators: AnnotatorLane[]; further: FurtherLane[]; withoutOwn: GoldWithoutLane[] }
}

/** Gold as it stands without one annotator's answers. */
export interface GoldWithoutLane extends RatingLane {
  /** The annotator whose answers are left out. */
  number: number
  /** Keys of units with an answer for which nothing is left that decides it, with what they are part of. */
  undecided: ReadonlySet<string>
}

const NOTHING: ReadonlySet<string> = new Set()

export function alignTask(stage: Stage, task: FrozenTask): AlignedTask {
  const counted = countedStage(stage)
  const prepared = { content: task.content, units: task.units }
  const annotations = inLaneOrder(task.taskId, task.annotations)
  const models = task.runs.map(({ runId, suggestions }) => ({
    rater: `run:${runId}`,
    replaced: NOTHING,
    shown: null,
    answers: suggestedAnswers(counted, prepared, suggestions),
  }))
  const gold = task.gold ? [goldLane(task.gold)] : []
  const others = [...gold, ...models]
  const answersByLane = [
    ...annotations.map((annotation) => ownAnswers(counted, prepared, annotation)),
    ...others.map(({ answers }) => countingAnswers(counted, prepared, answers)),
  ]
  const aligned = alignLanes(
    counted,
    prepared,
    answersByLane.map((answers, index) => ({ id: String(index), answers })),
    {},
  ).map(({ answers }) => answers)
  const spoken = task.accepted === null ? [] : afterDiscussion(annotations, aligned, task.accepted)
  const subject = withListed(counted, prepared, [...aligned, ...spoken.map(({ answers }) => answers)])
  const view = viewOf(stage, prepared, subject)
  const annotators = annotations.map((annotation, index) => {
    const answers = aligned[index] ?? {}
    return {
      ...view.lane(answers, annotation.shown),
      number: annotation.number,
      annotation,
      keys: ownKeys(answersByLane[index] ?? {}, answers),
    }
  })
  const further = others.map(({ rater, replaced, shown }, index) => {
    return { ...view.lane(aligned[annotations.length + index] ?? {}, shown), rater, replaced }
  })
  const after = spoken.map(({ number, answers, shown }) => {
    return { ...view.lane(answers, shown), rater: `after:${number}`, replaced: NOTHING }
  })
  const withoutOwn =
    task.gold && task.gold.settledByOthers !== null
      ? goldWithoutOwn(counted, subject, {
          annotations,
          lanes: aligned.slice(0, annotations.length),
          gold: aligned[annotations.length] ?? {},
          settledByOthers: commonPlaces(
            task.gold.settledByOthers,
            ownKeys(answersByLane[annotations.length] ?? {}, aligned[annotations.length] ?? {}),
          ),
        }).map(({ number, answers, undecided }) => ({ ...view.lane(answers, task.gold?.shown), number, undecided }))
      : []
  return { subject, measured: view.measured, lanes: { annotators, further: [...further, ...after], withoutOwn } }
}

/** As they are counted: a vote of the project's annotators, who were asked, holds what its questions start from (reveal-task.ts). */
const ownAnswers = (stage: Stage, prepared: Subject, { answers, imported }: FrozenAnnotation): Answers =>
  stage.consolidation === 'votes' && !imported
    ? countingWithStarts(stage, prepared, answers)
    : countingAnswers(stage, prepared, answers)

interface SettledGold {
  annotations: readonly FrozenAnnotation[]
  /** Annotators' answers and gold, under common keys. */
  lanes: readonly Answers[]
  gold: Answers
  /** By `placeKey`. */
  settledByOthers: ReadonlySet<string>
}

function commonPlaces(
  places: readonly { unit: string; question: string }[],
  keys: ReadonlyMap<string, string>,
): Set<string> {
  const commonOf = new Map([...keys].map(([common, laneKey]) => [laneKey, common]))
  return new Set(places.map(({ unit, question }) => placeKey(commonOf.get(unit) ?? unit, question)))
}

/**
 * Gold as it would be if one annotator had not been asked, for each of them: what somebody settled who did not annotate the task
 * stays, everything else is what more than half of the other annotators chose, and where there is no such value, nothing.
 */
function goldWithoutOwn(
  stage: Stage,
  { units }: Subject,
  { annotations, lanes, gold, settledByOthers }: SettledGold,
): { number: number; answers: Answers; undecided: Set<string> }[] {
  const kindOf = new Map(units.map(({ key, kind }) => [key, kind]))
  const parentOf = new Map(units.map(({ key, parent }) => [key, parent]))
  const isChoice = (unit: string, question: string) =>
    choicesOf(stage).some(
      ({ key, unit: kind, form }) => form !== 'number' && key === question && kind === kindOf.get(unit),
    )
  return annotations.map(({ number }, laneIndex) => {
    const others = lanes.filter((_, index) => index !== laneIndex)
    const answers: Answers = {}
    const undecided = new Set<string>()
    for (const [unit, values] of Object.entries(gold)) {
      const left: Answers[string] = {}
      for (const [question, value] of Object.entries(values)) {
        const isKept = value === null || settledByOthers.has(placeKey(unit, question)) || !isChoice(unit, question)
        const chosen = isKept ? value : majorityOf(others.map((lane) => lane[unit]?.[question] ?? null))
        if (chosen !== null || value === null) left[question] = chosen
        else
          for (let unitKey: string | undefined = unit; unitKey !== undefined; unitKey = parentOf.get(unitKey))
            undecided.add(unitKey)
      }
      answers[unit] = left
    }
    return { number, answers, undecided }
  })
}

/** The value that more than half of those who answered chose; null where there is none. */
function majorityOf(values: readonly Json[]): Json {
  const answered = values.filter((value) => value !== null)
  return (
    answered.find((value) => answered.filter((each) => sameValue(each, value)).length * 2 > answered.length) ?? null
  )
}

const goldLane = ({ answers, replaced, shown = null }: NonNullable<FrozenTask['gold']>) => ({
  rater: 'gold',
  answers,
  shown,
  replaced: new Set(replaced),
})

/** The task's own units, and what anybody listed. */
function withListed(stage: Stage, prepared: Subject, lanes: readonly Answers[]): Subject {
  const units = new Map(prepared.units.map((unit) => [unit.key, unit]))
  for (const answers of lanes)
    for (const unit of withMadeUnits(stage, prepared, answers).units)
      if (!units.has(unit.key)) units.set(unit.key, unit)
  return { content: prepared.content, units: [...units.values()] }
}

function viewOf(stage: Stage, prepared: Subject, subject: Subject) {
  const [counted, forMeasures] = [countedStage(stage), measuredStage(stage)]
  const units = subject.units.map((unit): UnitDraft => ({ ...unit, text: '' }))
  const measured = { content: namedFields(subject.content, stage.measuredContent), units }
  const lane = (answers: Answers, shownOrder: readonly string[] | null = null): RatingLane => {
    // Conditions and roll-ups look at all units there are: what only others listed is not there for this lane.
    const laneKeys = new Set(withMadeUnits(counted, prepared, answers).units.map(({ key }) => key))
    const ownOf = (all: Subject) => ({ ...all, units: all.units.filter(({ key }) => laneKeys.has(key)) })
    const measuredSubject = ownOf(measured)
    const measuredAnswers = countingAnswers(forMeasures, measuredSubject, answers)
    return {
      shown: shownOrder,
      answers: stage.comparisons?.length ? countingAnswers(counted, ownOf(subject), answers) : measuredAnswers,
      measured: measuredAnswers,
      subject: measuredSubject,
      units: laneKeys,
    }
  }
  return { measured, lane }
}

function namedFields(content: Json, fields: readonly string[]): Json {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return {}
  return Object.fromEntries(fields.map((field) => [field, content[field] ?? null]))
}

/** From common keys to the lane's own: entries name theirs in `from`. */
function ownKeys(laneAnswers: Answers, aligned: Answers): Map<string, string> {
  const entriesIn = (answers: Answers) =>
    Object.values(answers).flatMap((unitAnswers) => Object.values(unitAnswers).flatMap(entriesOf))
  const listed = new Set(entriesIn(laneAnswers).map(({ key }) => key))
  return new Map(
    entriesIn(aligned).flatMap(({ key, from }) => {
      const mine = from.find((each) => listed.has(each))
      return mine === undefined ? [] : [[key, mine] as const]
    }),
  )
}

/** What each annotator stood by at the end: a word of theirs stands for their frozen answer. */
function afterDiscussion(
  annotations: readonly FrozenAnnotation[],
  aligned: readonly Answers[],
  accepted: readonly Accepted[],
): Pick<FrozenAnnotation, 'number' | 'answers' | 'shown'>[] {
  const common = commonKeysIn(...aligned)
  const moved = (value: Json): Json =>
    Array.isArray(value)
      ? value.map((entry) => {
          const [listed] = entriesOf([entry])
          if (!listed) return entry
          const commonKey = [listed.key, ...listed.from].find((each) => common.has(each))
          return { ...listed, key: commonKey === undefined ? listed.key : (common.get(commonKey) ?? commonKey) }
        })
      : value
  return annotations.map(({ number, shown }, index) => {
    const answers: Answers = structuredClone(aligned[index] ?? {})
    for (const word of accepted.filter((each) => each.number === number)) {
      const unit = common.get(word.unit) ?? word.unit
      answers[unit] = { ...answers[unit], [word.question]: moved(word.value) }
    }
    return { number, answers, shown }
  })
}

/**
 * What a machine would have answered: the first suggestion to each question, lists with the entries they propose, under keys
 * that name the suggestion and the entry's place.
 */
export function suggestedAnswers(stage: Stage, subject: Subject, suggestions: readonly FrozenSuggestion[]): Answers {
  const kinds = new Map(subject.units.map(({ key, kind }) => [key, kind]))
  const answers: Answers = {}
  for (const { id, unit, question, value } of suggestions) {
    const stageQuestion = stage.questions.find((each) => each.key === question && each.unit === kinds.get(unit))
    if (!stageQuestion || answers[unit]?.[question] !== undefined) continue
    const listed = stageQuestion.list ? proposed(id, value) : null
    if (stageQuestion.list && !listed) continue
    answers[unit] = { ...answers[unit], [question]: listed ? listed.entries : value }
    Object.assign(answers, listed?.answers)
  }
  return answers
}

function proposed(id: string, value: Json): { entries: Json; answers: Answers } | null {
  const seeds = numberSeeds(value)
  if (seeds.length === 0) return null
  const entriesFor = (numberedSeeds: readonly NumberedSeed[]) =>
    numberedSeeds.map(({ number }): Json => ({ key: seedOrigin(id, number), made: 'suggested', from: [] }))
  const answers = allSeeds(seeds).map(({ number, values, lists }) => {
    const within = Object.entries(lists).map(([question, innerSeeds]) => [question, entriesFor(innerSeeds)] as const)
    return [seedOrigin(id, number), { ...values, ...Object.fromEntries(within) }] as const
  })
  return { entries: entriesFor(seeds), answers: Object.fromEntries(answers) }
}
