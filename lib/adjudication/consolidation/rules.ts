/** Pure decisions of consolidation: whose value a choice is, what still stands in the way, in which order to go through it. */

import { blockers } from '@/lib/protocols/blockers'
import { answerOf, isAsked } from '@/lib/protocols/completeness'
import {
  blankOf,
  type Consolidation,
  consolidate,
  type Lane,
  type LaneValue,
  withBlanks,
} from '@/lib/protocols/consolidation'
import { keysWithin } from '@/lib/protocols/keys-within'
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, Json, Question, Stage, Subject } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { isByPeople, isByPerson } from '@/lib/protocols/settled-how'
import type { ConsolidationView, SettledValue } from './contract'

/** The letter of the lane at this place: A, B, C, ... (a stage has at most twenty annotators). */
export const laneLetter = (index: number): string => String.fromCharCode(65 + index)

/** What a person chose: an annotator's value by their lane, or a value of their own. */
export type Choice = { lane: string } | { value: Json }

export type JudgedChoice =
  | { ok: true; value: NonNullable<Json>; how: 'lane' | 'edited'; lane: string | null }
  | { ok: false; message: string }

/**
 * Whose value a choice is. A value that an annotator gave is theirs, however it was chosen; one that nobody gave needs a
 * reason. `lane` is null when several annotators, or none, gave it.
 */
export function judgeChoice(
  question: Question,
  unit: string,
  lanes: readonly Lane[],
  choice: Choice,
  reason: string,
): JudgedChoice {
  const saidBy = ({ answers }: Lane): Json => answerOf(answers, unit, question.key) ?? blankOf(question)
  if ('lane' in choice) {
    const lane = lanes.find(({ id }) => id === choice.lane)
    const value = lane ? saidBy(lane) : null
    if (!lane || value === null) return { ok: false, message: `Lane ${choice.lane} has no answer to this question.` }
    return { ok: true, value, how: 'lane', lane: lane.id }
  }
  const checked = question.schema.safeParse(choice.value)
  if (choice.value === null || !checked.success)
    return {
      ok: false,
      message: checked.error?.issues[0]?.message ?? 'Give a value: a question cannot be settled without one.',
    }
  const value = checked.data as NonNullable<Json>
  const holders = lanes.filter((lane) => sameValue(saidBy(lane), value))
  if (holders.length > 0)
    return { ok: true, value, how: 'lane', lane: holders.length === 1 ? (holders[0]?.id ?? null) : null }
  if (reason === '') return { ok: false, message: 'No annotator gave this value, so say why it is right.' }
  return { ok: true, value, how: 'edited', lane: null }
}

interface LaneChoice {
  unit: string
  question: string
  value: NonNullable<Json>
}

interface LaneTaken {
  unit: string
  lane: string
  /** Which of the unit's questions keep their earlier resolutions; none, if left out. */
  keep?: (question: string) => boolean
  contested?: Parameters<typeof consolidate>[4]
}

/**
 * What taking a lane for a whole unit settles: everything on which the lanes differ about it and its parts and this lane
 * has a say, step by step, because one settled question can raise the next. Earlier resolutions of the unit's questions
 * give way, unless they are to be kept: `withdrawn` are those that nothing is settled in the place of, since the lanes agree.
 */
export function laneChoices(
  stage: Stage,
  subject: Subject,
  lanes: readonly Lane[],
  resolved: Answers,
  { unit, lane, keep = () => false, contested }: LaneTaken,
): { taken: LaneChoice[]; withdrawn: { unit: string; question: string }[] } {
  const overruled = overruledBy(stage, subject, lanes, resolved, { unit, lane, keep })
  const remainingAnswers = Object.entries(resolved[unit] ?? {}).filter(([question]) => !overruled.includes(question))
  let answers: Answers = { ...resolved, [unit]: Object.fromEntries(remainingAnswers) }
  const takenChoices: LaneChoice[] = []
  for (;;) {
    const outcome = consolidate(stage, subject, lanes, answers, contested)
    const inside = keysWithin(withMadeUnits(stage, subject, outcome.answers), unit)
    const fresh = outcome.open.flatMap(({ unit: openKey, question, values }) => {
      const value = values.find((each) => each.lane === lane)?.value ?? null
      return inside.has(openKey) && value !== null ? [{ unit: openKey, question, value }] : []
    })
    // What another answer has made pointless on the way is not settled.
    const standing = new Set(outcome.settled.map(placeOf))
    if (fresh.length === 0) {
      const places = new Set(takenChoices.map(placeOf))
      const replaced = overruled.map((question) => ({ unit, question })).filter((place) => !places.has(placeOf(place)))
      return {
        taken: takenChoices.filter((each) => standing.has(placeOf(each))),
        withdrawn: replaced.filter((place) => standing.has(placeOf(place))),
      }
    }
    takenChoices.push(...fresh)
    answers = mergeAnswers(answers, fresh)
  }
}

/** The questions of a unit whose earlier resolution gives way to what this lane says. */
function overruledBy(
  stage: Stage,
  { units }: Subject,
  lanes: readonly Lane[],
  resolved: Answers,
  { unit, lane, keep = () => false }: LaneTaken,
): string[] {
  const laneAnswers = lanes.find(({ id }) => id === lane)?.answers ?? {}
  const kind = units.find(({ key }) => key === unit)?.kind
  const says = (name: string): Json => {
    // What annotators list is not among the units.
    const question = stage.questions.find((each) => each.key === name && each.unit === (kind ?? each.unit))
    return answerOf(laneAnswers, unit, name) ?? (question ? blankOf(question) : null)
  }
  return Object.keys(resolved[unit] ?? {}).filter((question) => !keep(question) && says(question) !== null)
}

const placeOf = ({ unit, question }: { unit: string; question: string }) => `${unit} ${question}`

function mergeAnswers(answers: Answers, more: readonly LaneChoice[]): Answers {
  const merged = { ...answers }
  for (const { unit, question, value } of more) merged[unit] = { ...merged[unit], [question]: value }
  return merged
}

/** What every lane says to a question; lanes that were not asked, or left it blank, are not among them, unless a blank says something. */
export function laneValues(
  lanes: readonly Lane[],
  unit: string,
  question: Pick<Question, 'key' | 'blank'>,
): LaneValue[] {
  const values = lanes.map(({ id, answers }) => ({ lane: id, value: answerOf(answers, unit, question.key) }))
  return withBlanks(question, values)
}

/** Settled values as the protocol's answers. */
export function answersOfSettled(settled: readonly Pick<SettledValue, 'unit' | 'question' | 'value'>[]): Answers {
  const answers: Answers = {}
  for (const { unit, question, value } of settled) answers[unit] = { ...answers[unit], [question]: value }
  return answers
}

/** One question of the item as the reader goes through them. */
export interface AgendaEntry {
  unit: string
  question: string
  /** `decide`: the annotators disagree, or something is missing. `wording`: differing texts. `agreed`: folded away. */
  group: 'decide' | 'wording' | 'agreed'
  values: LaneValue[]
  /** Where it stands; null while open. */
  settled: SettledValue | null
  /** Why it must be answered, where the protocol says so and no annotator did; or what is wrong with what stands. */
  message: string | null
}

interface Standing {
  lanes: readonly Lane[]
  settled: readonly SettledValue[]
  open: Consolidation['open']
}

/**
 * All questions of the item, what agreed last: disagreements first, then wording; where units have parts, both together,
 * part by part, as one reads.
 */
export function agendaOf(stage: Stage, subject: Subject, view: Standing): AgendaEntry[] {
  const answers = answersOfSettled(view.settled)
  const missing = byPlace(blockers(stage, subject, { answers, open: view.open }))
  const standing = byPlace(view.settled)
  const started = byPlace(view.open)
  const entries: AgendaEntry[] = []
  for (const unit of subject.units) {
    for (const question of stage.questions.filter((each) => each.unit === unit.kind)) {
      const place = placeOf({ unit: unit.key, question: question.key })
      const settled = standing.get(place) ?? null
      const finding = missing.get(place) ?? null
      if (!settled && !finding) continue
      if (!isAsked(question, subject, answers, unit) && !finding) continue
      const values = started.get(place)?.values ?? laneValues(view.lanes, unit.key, question)
      entries.push({
        unit: unit.key,
        question: question.key,
        group: finding && settled ? 'decide' : groupOf(question, settled),
        values,
        settled,
        message: settled || values.length === 0 ? (finding?.message ?? null) : null,
      })
    }
  }
  const hasParts = subject.units.some(({ parent }) => parent !== undefined)
  const rank = { decide: 0, wording: hasParts ? 0 : 1, agreed: 2 }
  return entries.sort((a, b) => rank[a.group] - rank[b.group])
}

/** The first of each place. */
function byPlace<T extends { unit: string; question: string }>(all: readonly T[]): Map<string, T> {
  return new Map(all.toReversed().map((each) => [placeOf(each), each]))
}

function groupOf(question: Question, settled: SettledValue | null): AgendaEntry['group'] {
  if (settled && !isByPeople(settled)) return 'agreed'
  return question.consolidate === 'decide' ? 'decide' : 'wording'
}

/** The open entry after this one, wrapping round, those in `but` left out; null when there is none. */
export function nextOpen(
  agenda: readonly AgendaEntry[],
  from: { unit: string; question: string } | null,
  but: readonly AgendaEntry[] = [],
) {
  const is = (entry: AgendaEntry) => entry.unit === from?.unit && entry.question === from.question
  const start = agenda.findIndex(is)
  const ordered = [...agenda.slice(start + 1), ...agenda.slice(0, Math.max(start, 0))]
  return ordered.find((entry) => entry.settled === null && !is(entry) && !but.includes(entry)) ?? null
}

/** Did the reader send it back, and has settled nothing of it since? Then it is others' again, and not the reader's to confirm. */
export function isWithOthersAgain({ sentBack, settled }: Pick<ConsolidationView, 'sentBack' | 'settled'>): boolean {
  if (sentBack?.by.kind !== 'you') return false
  return !settled.some(({ by, at }) => by.kind === 'you' && at !== null && at > sentBack.at)
}

/** The reader's own resolution made last, which undo takes back; null when there is none. */
export function lastResolution(settled: readonly SettledValue[]): SettledValue | null {
  return settled
    .filter((each) => isByPerson(each) && each.by.kind === 'you')
    .reduce<SettledValue | null>((last, each) => ((each.at ?? '') >= (last?.at ?? '') ? each : last), null)
}

/** The next task to go to after `current`: one to settle that waits for nobody, one to approve, one that waits. */
export function nextOf(
  review: { toSettle: { tasks: { taskId: string; waiting: boolean }[] }; toApprove: { tasks: { taskId: string }[] } },
  current: string,
  first: 'settle' | 'approve',
): string | null {
  const others = <T extends { taskId: string }>(tasks: readonly T[]) => tasks.filter(({ taskId }) => taskId !== current)
  const settle = others(review.toSettle.tasks)
  const ready = settle.filter(({ waiting }) => !waiting)
  const approve = others(review.toApprove.tasks)
  const order = first === 'settle' ? [...ready, ...approve] : [...approve, ...ready]
  return [...order, ...settle][0]?.taskId ?? null
}

/** The next of one's own discussions after `current`: where one's word is asked for first; null when there is none. */
export function nextDiscussion(
  { discussions }: { discussions: readonly { taskId: string; asked: number }[] },
  current: string,
): string | null {
  const others = discussions.filter(({ taskId }) => taskId !== current)
  return (others.find(({ asked }) => asked > 0) ?? others[0])?.taskId ?? null
}
