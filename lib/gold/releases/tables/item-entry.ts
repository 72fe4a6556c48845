/** What rows of gold are made from: an item of the native export, with the ratings behind its gold. Pure. */
import { ratedKeysIn, votesOn, withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, Json, Measure, Protocol, Stage, UnitDraft } from '@/lib/protocols/protocol'
import type { NativeRecord } from '@/lib/workspace/imports/native/contract'

export { agreementOf } from '@/lib/gold/agreement-classes'

type NativeStage = NativeRecord['stages'][number]

/** The independent ratings that a unit was given under a measure, by stage. `unit`: its key. */
export interface GivenRating {
  stage: string
  measure: string
  unit: string
  annotator: string
  value: string
}

export interface ItemEntry {
  protocol: Protocol
  item: NativeRecord['item']
  /** Stages with gold, in their order. */
  stages: readonly StageEntry[]
  ratings: readonly GivenRating[]
}

export interface StageEntry {
  stage: Stage
  native: NativeStage
  /** The task's own units, and behind each what its gold lists for it. */
  units: readonly UnitDraft[]
  answers: Answers
  /** The keys under which annotators rated a unit. */
  ratedKeys: ReturnType<typeof ratedKeysIn>
  votes: NonNullable<NonNullable<NativeStage['gold']>['votes']>
}

/** One unit with gold. */
export interface UnitEntry extends ItemEntry {
  at: StageEntry
  unit: UnitDraft
  /** Its place among the units of its task, from 0. */
  position: number
}

/** One person's vote on one unit. */
export interface VoteEntry extends UnitEntry {
  /** Its place among the votes of its task, from 1. */
  place: number
  vote: StageEntry['votes'][number]
}

export function itemEntry(
  protocol: Protocol,
  { item, stages }: NativeRecord,
  ratings: readonly GivenRating[],
): ItemEntry {
  return {
    protocol,
    item,
    ratings,
    stages: stages.flatMap((native) => {
      const stage = protocol.stages.find(({ key }) => key === native.key)
      const { gold } = native
      if (!(stage && gold)) return []
      const { answers } = gold
      const { units } = withMadeUnits(stage, { content: item.content, units: native.units }, answers)
      return [{ stage, native, units, answers, ratedKeys: ratedKeysIn(answers), votes: gold.votes ?? [] }]
    }),
  }
}

export const unitEntries = (entry: ItemEntry, stageKey: string, kinds: readonly string[]): UnitEntry[] =>
  entry.stages
    .filter(({ stage }) => stage.key === stageKey)
    .flatMap((stageEntry) =>
      stageEntry.units.flatMap((unit, position) =>
        kinds.includes(unit.kind) ? [{ ...entry, at: stageEntry, unit, position }] : [],
      ),
    )

export const voteEntries = (entry: ItemEntry, stageKey: string, kinds: readonly string[]): VoteEntry[] =>
  unitEntries(entry, stageKey, kinds).flatMap((each) =>
    each.at.votes.flatMap((vote, index) =>
      vote.answers[each.unit.key] === undefined ? [] : [{ ...each, vote, place: index + 1 }],
    ),
  )

/** A unit's name in every table: the item's position and its key, as in the ratings ("12/s3"). */
export const unitName = ({ item }: Pick<ItemEntry, 'item'>, key: string): string => `${item.position}/${key}`

export const answerOf = ({ at, unit }: UnitEntry, question: string): Json => at.answers[unit.key]?.[question] ?? null

/** The gold of a unit in the words of a measure. */
export function goldRating({ at, unit, item }: UnitEntry, measure: Measure): string | null {
  if (measure.unit !== unit.kind || at.stage.consolidation === 'votes') return null
  return measure.rating({ content: item.content, units: at.units }, at.answers, unit, null)
}

/** How the unit's answer came to be (`values[].how` of the native export); of a derived label, how what it follows from did. */
export function settledHow({ at, unit }: UnitEntry, question: string | null): string | null {
  const decided = new Set(
    at.stage.questions.filter(({ consolidate }) => consolidate === 'decide').map(({ key }) => key),
  )
  const hows = at.native.values
    .filter(
      (value) =>
        value.unit === unit.key && (question === null ? decided.has(value.question) : value.question === question),
    )
    .map(({ how }) => how)
  return hows.find((how) => how !== 'agreed') ?? hows[0] ?? null
}

/**
 * What annotators rated the unit under a measure, independently. An entry of a list in the gold stands for entries of annotators,
 * under whose keys they were rated; each annotator has one vote (docs/agreement.md).
 */
export function ratingsOf(entry: UnitEntry, measure: Measure): string[] {
  const { at, unit, ratings } = entry
  const keys = at.ratedKeys(unit.key)
  return votesOn(
    ratings.filter(
      (rating) => rating.stage === at.stage.key && rating.measure === measure.key && keys.has(rating.unit),
    ),
  )
}
