/**
 * Pure decisions about choices that wait: where they are kept, what has arrived of them, what is news to them, and what is shown
 * while they wait, as far as that can be told without the server.
 */
import type { ConsolidationView, SettledValue } from '@/lib/adjudication/consolidation/contract'
import { answerOf } from '@/lib/protocols/completeness'
import { keysWithin } from '@/lib/protocols/keys-within'
import { entriesOf } from '@/lib/protocols/made-units'
import type { Json } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { isByPeople, isByPerson } from '@/lib/protocols/settled-how'
import { type DeskChoice, settledStatesSchema, type WaitingChoice } from './contract'

export interface At {
  unit: string
  question: string
}

const FIELD_OF: Record<Exclude<DeskChoice['does'], 'object'>, string> = {
  settle: '',
  withdraw: '',
  cause: '#cause',
  propose: '#proposal',
  reply: '#reply',
  accept: '#word',
  take_back: '#word',
  take_unit: '#unit',
  accept_unit: '#unit',
}

/**
 * Under which name a choice is kept: a later one of the same name takes its place. Each objection has its own, and so has each
 * remark that a proposal or a reply comes with: they are said one after the other.
 */
export function fieldOf({ unit, question }: At, choice: DeskChoice): At {
  const { does } = choice
  if (does === 'object')
    return { unit, question: `${question}#objection ${JSON.stringify([choice.value, choice.comment])}` }
  if (FIELD_OF[does] === '#unit') return { unit, question: '#unit' }
  const words = (does === 'propose' || does === 'reply') && choice.comment ? ` ${JSON.stringify(choice.comment)}` : ''
  return { unit, question: question + FIELD_OF[does] + words }
}

/** The question that a field's name is about; empty for a whole unit. */
export const questionOf = (field: string): string => field.split('#')[0] ?? ''

/** The task and round that a choice belongs to: in another round it means nothing. */
export const roundOf = ({ taskId, round }: Pick<ConsolidationView, 'taskId' | 'round'>): string => `${taskId}.${round}`

const placeOf = ({ unit, question }: At) => `${unit} ${question}`
const byPlace = (left: At, right: At) => (placeOf(left) < placeOf(right) ? -1 : 1)
export const isAt = (place: At) => (each: At) => each.unit === place.unit && each.question === place.question

export const laneAnswer = ({ lanes }: ConsolidationView, lane: string, { unit, question }: At): Json => {
  const laneView = lanes.find(({ id }) => id === lane)
  return laneView ? answerOf(laneView.answers, unit, question) : null
}

/** The value that a choice stands for. */
export const chosenValue = (view: ConsolidationView, place: At, choice: { lane: string } | { value: Json }): Json =>
  'lane' in choice ? laneAnswer(view, choice.lane, place) : choice.value

/** What taking a lane for a whole unit settles at once: what is open within it, and what somebody settled on the unit itself. */
export function unitValues(view: ConsolidationView, unit: string, lane: string): (At & { value: Json })[] {
  const inside = keysWithin(view, unit)
  const open = view.open.filter((each) => inside.has(each.unit))
  const settled = view.settled.filter((each) => each.unit === unit && isByPerson(each))
  return [...open, ...settled]
    .map((place) => ({ unit: place.unit, question: place.question, value: laneAnswer(view, lane, place) }))
    .filter(({ value }) => value !== null)
}

export const wordOf = ({ words }: ConsolidationView, place: At) =>
  words.find((word) => isAt(place)(word) && word.by.kind === 'you')

/** Did one say these words about a question on which there is a disagreement? Other remarks tell of their unit alone. */
const hasSaid = ({ comments }: ConsolidationView, place: At, text: string) =>
  text.trim() === '' ||
  comments.some(
    ({ unit, question, author, body }) =>
      author.kind === 'you' && unit === place.unit && question === place.question && body === text.trim(),
  )

const isThere = ({ comments }: ConsolidationView, remarkId: string | undefined) =>
  comments.some(({ id }) => id === remarkId)

/** The same value; of lists put together by hand, the same entries of annotators in the same rows, however the server calls these. */
function sameDecision(one: Json, other: Json): boolean {
  if (sameValue(one, other)) return true
  const rowsOf = (value: Json) => entriesOf(value).map(({ key, from }) => (from.length > 0 ? from.toSorted() : [key]))
  const [left, right] = [rowsOf(one), rowsOf(other)]
  return left.length > 0 && sameValue(left, right)
}

/** Does the server have it already, from an earlier attempt whose answer was lost, or because others did the same? */
export function holds(view: ConsolidationView, place: At, choice: DeskChoice): boolean {
  const settled = view.settled.find((each) => isAt(place)(each) && isByPerson(each))
  const disagreement = view.disagreements.find(isAt(place))
  const word = wordOf(view, place)
  switch (choice.does) {
    case 'settle':
      return (
        settled !== undefined &&
        settled.reason === choice.reason.trim() &&
        sameDecision(settled.value, chosenValue(view, place, choice.choice))
      )
    case 'withdraw':
      return settled === undefined
    case 'take_unit':
    case 'accept_unit':
      return false
    case 'object':
      return isThere(view, choice.remarkId)
    case 'cause':
      return disagreement?.cause === choice.cause
    case 'propose':
      return sameValue(disagreement?.proposal ?? null, choice.value) && hasSaid(view, place, choice.comment)
    case 'reply':
      return (
        disagreement?.replies.some(({ own, reply }) => own && reply === choice.reply) === true &&
        sameValue(disagreement.proposal, choice.value) &&
        hasSaid(view, place, choice.comment)
      )
    case 'accept':
      return (
        word !== undefined &&
        sameValue(word.value, chosenValue(view, place, choice.choice)) &&
        (choice.reason.trim() === '' || isThere(view, choice.remarkId))
      )
    case 'take_back':
      return word === undefined
  }
}

/** Was it sent and did it arrive? A unit's lane leaves nothing behind that it could still settle. */
export function arrived(view: ConsolidationView, place: At, choice: DeskChoice): boolean {
  if (choice.does !== 'take_unit' && choice.does !== 'accept_unit') return holds(view, place, choice)
  const stands = (each: At & { value: Json }) => {
    const standingEntry = choice.does === 'take_unit' ? view.settled.find(isAt(each)) : wordOf(view, each)
    return standingEntry !== undefined && sameValue(standingEntry.value, each.value)
  }
  return unitValues(view, place.unit, choice.lane).every(stands) && hasOfLane(view, place.unit, choice)
}

/** Does something within the unit stand as the lane has it, by a person's choice? */
function hasOfLane(
  view: ConsolidationView,
  unit: string,
  { does, lane }: Extract<DeskChoice, { lane: string }>,
): boolean {
  const inside = keysWithin(view, unit)
  const chosen =
    does === 'take_unit' ? view.settled.filter(isByPerson) : view.words.filter(({ by }) => by.kind === 'you')
  return chosen.some((each) => inside.has(each.unit) && sameValue(each.value, laneAnswer(view, lane, each)))
}

/** What a choice would change, as it stands now; what partners say in a discussion takes nothing from anybody. */
export function standing(view: ConsolidationView, place: At, { does }: DeskChoice): Json {
  const show = ({ unit, question, value, reason }: SettledValue): Json => ({ unit, question, value, reason })
  const inside = keysWithin(view, place.unit)
  switch (does) {
    // What follows by itself from other choices is nobody's, and takes nothing from whoever settles it.
    case 'settle':
    case 'withdraw':
      return view.settled.filter((each) => isAt(place)(each) && isByPeople(each)).map(show)
    case 'take_unit':
      return view.settled
        .filter((each) => inside.has(each.unit) && isByPerson(each))
        .toSorted(byPlace)
        .map(show)
    case 'cause':
      return view.disagreements.find(isAt(place))?.cause ?? null
    case 'propose':
      return view.disagreements.find(isAt(place))?.proposal ?? null
    case 'accept':
    case 'accept_unit':
    case 'take_back':
    case 'reply':
    case 'object':
      return null
  }
}

/** A choice that waits, with the states of its place that were known to whoever made it. */
export interface Hiding extends At {
  choice: DeskChoice
  known: readonly Json[]
}

/**
 * What stood in the place of a choice when one last saw it. Choices that wait hide what others did there since, whatever the
 * name they are kept under: there it is what was known to the first of them.
 */
export function lastSeen(view: ConsolidationView, place: At, choice: DeskChoice, waiting: readonly Hiding[]): Json {
  const now = standing(view, place, choice)
  // One that goes on from an earlier choice of the same name, saved by now, knows of nothing else.
  const hiding = waiting.filter(({ known }) => known.length > 0)
  if (choice.does === 'propose') {
    const [first] = hiding.filter((each) => each.choice.does === 'propose' && isAt(place)(each))
    return first ? (first.known[0] ?? null) : now
  }
  const isHere = settledBy(view, { ...place, choice })
  if (!isHere) return now
  return hiding
    .reduce((states, each) => {
      const isHidden = settledBy(view, each)
      if (!isHidden) return states
      const before = statesIn(each.known[0]).filter((state) => isHidden(state) && isHere(state))
      return [...states.filter((state) => !isHidden(state)), ...before]
    }, statesIn(now))
    .toSorted(byPlace)
}

const statesIn = (state: Json | undefined) => settledStatesSchema.safeParse(state).data ?? []

/** Which places a choice settles or opens; null where it does neither. */
function settledBy(
  view: ConsolidationView,
  { choice, unit, question }: At & { choice: DeskChoice },
): ((at: At) => boolean) | null {
  if (choice.does === 'settle' || choice.does === 'withdraw') return isAt({ unit, question })
  if (choice.does !== 'take_unit') return null
  const inside = keysWithin(view, unit)
  return (place) => inside.has(place.unit)
}

/** The server's view with choices in it. */
export const withChoices = (view: ConsolidationView, choices: readonly WaitingChoice[]): ConsolidationView =>
  choices.reduce(withChoice, view)

function withChoice(view: ConsolidationView, waiting: WaitingChoice): ConsolidationView {
  const { choice } = waiting
  switch (choice.does) {
    case 'settle':
      return settledAt(view, waiting, choice.choice, choice.reason)
    case 'withdraw':
      return reopenedAt(view, waiting)
    case 'take_unit':
      return unitValues(view, waiting.unit, choice.lane).reduce(
        (now, unitValue) => settledAt(now, { ...waiting, ...unitValue }, { lane: choice.lane }, ''),
        view,
      )
    case 'cause':
      return disagreeingAt(view, waiting, { cause: choice.cause })
    case 'propose':
      return disagreeingAt(view, waiting, { proposal: choice.value, replies: [] })
    case 'reply': {
      const lane = ownLane(view) ?? ''
      const others = view.disagreements.find(isAt(waiting))?.replies.filter(({ own }) => !own) ?? []
      return disagreeingAt(view, waiting, { replies: [...others, { lane, own: true, reply: choice.reply }] })
    }
    case 'accept':
      return saidAt(view, waiting, chosenValue(view, waiting, choice.choice))
    case 'accept_unit':
      return unitValues(view, waiting.unit, choice.lane).reduce(
        (now, unitValue) => saidAt(now, unitValue, unitValue.value),
        view,
      )
    case 'object':
      return objectedAt(view, waiting, choice.value)
    case 'take_back':
      return { ...view, words: view.words.filter((word) => word !== wordOf(view, waiting)) }
  }
}

const ownLane = ({ lanes }: ConsolidationView): string | null => lanes.find(({ own }) => own)?.id ?? null
const you = (view: ConsolidationView) => ({ kind: 'you', lane: ownLane(view), name: null }) as const

function settledAt(
  view: ConsolidationView,
  { unit, question, at }: At & { at: string },
  choice: { lane: string } | { value: Json },
  reason: string,
): ConsolidationView {
  const value = chosenValue(view, { unit, question }, choice)
  if (value === null) return view
  const holders = view.lanes.filter((lane) => sameValue(answerOf(lane.answers, unit, question), value))
  const lane = 'lane' in choice ? choice.lane : holders.length === 1 ? (holders[0]?.id ?? null) : null
  const how = 'lane' in choice || holders.length > 0 ? 'lane' : 'edited'
  const others = view.settled.filter((each) => !isAt({ unit, question })(each))
  // The clock of the device may be behind; what is done last stands last all the same.
  const last = others.reduce((latest, each) => ((each.at ?? '') > latest ? (each.at ?? '') : latest), at)
  return {
    ...view,
    settled: [...others, { unit, question, value, how, lane, by: you(view), at: last, reason: reason.trim() }],
    open: view.open.filter((each) => !isAt({ unit, question })(each)),
  }
}

/** What the lanes say is open again; what they all say alike stands by itself. */
function reopenedAt(view: ConsolidationView, { unit, question }: At): ConsolidationView {
  const settledChoice = view.settled.find((each) => isAt({ unit, question })(each) && isByPerson(each))
  if (!settledChoice) return view
  const settled = view.settled.filter((each) => each !== settledChoice)
  const values = view.lanes
    .map(({ id, answers }) => ({ lane: id, value: answerOf(answers, unit, question) }))
    .filter(({ value }) => value !== null)
  const [first, ...others] = values
  if (first && others.every(({ value }) => sameValue(value, first.value))) {
    const by = { kind: 'agreement', lane: null, name: null } as const
    const agreed = {
      ...settledChoice,
      value: first.value,
      how: 'agreed',
      lane: null,
      by,
      at: null,
      reason: '',
    } as const
    return { ...view, settled: [...settled, agreed] }
  }
  return { ...view, settled, open: [...view.open, { unit, question, kind: 'decide', values }] }
}

const disagreeingAt = (
  view: ConsolidationView,
  place: At,
  now: Partial<ConsolidationView['disagreements'][number]>,
): ConsolidationView => ({
  ...view,
  disagreements: view.disagreements.map((each) => (isAt(place)(each) ? { ...each, ...now } : each)),
})

function saidAt(view: ConsolidationView, { unit, question }: At, value: Json): ConsolidationView {
  const others = view.words.filter((word) => word !== wordOf(view, { unit, question }))
  return { ...view, words: [...others, { unit, question, by: you(view), value }] }
}

/** Who objects to what they hold themselves holds nothing. */
function objectedAt(view: ConsolidationView, place: At, value: Json): ConsolidationView {
  const mine = wordOf(view, place)?.value ?? laneAnswer(view, ownLane(view) ?? '', place)
  return mine !== null && sameValue(mine, value) ? saidAt(view, place, null) : view
}
