/** Every annotator's own answers, as a record holds them: read as votes, and written as the file says. */
import type { Answers, Json, UnitDraft, Vote } from '@/lib/protocols/answers'
import type { Pointer, QuestionDefinition } from '@/lib/protocols/language/definition'
import { fieldAt, valueAt, withValueAt } from '@/lib/protocols/language/pointers'
import { referencesIn } from '@/lib/protocols/picks'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import type { RecordProblem } from '@/lib/protocols/records'
import { sameExactly } from '@/lib/protocols/same-value'
import { shownValue } from '@/lib/protocols/shown-value'
import { MOST_VOTES, voterProblem } from '@/lib/protocols/side-by-side/vote-fields'
import { type AnswerReading, readAnswer, writeAnswer } from './answers-in-records'
import type { Places } from './lists-in-records'
import type { MarkedText } from './marked-text'
import type { Pickable } from './pickables'
import { readOrder, readPick, writeOrder, writePick } from './picks-in-records'
import { readSpans, type SpansReading, writeSpans } from './spans-in-records'
import { isVoted, listedVoter, type VotedQuestion } from './vote-places'

/** What of a record the votes of a stage are read from, and written to. */
export interface VotedRecord {
  json: Json
  units: readonly UnitDraft[]
  places: Places
  csv: boolean
  /** The same object for every vote on a question, so that the text is cut once per record. */
  markedText(question: QuestionDefinition): MarkedText
  /** What a question about the unit picks from. */
  pickables(question: QuestionDefinition, unit: UnitDraft): readonly Pickable[]
}

/** One annotator's answer where it stands; `voter`: a name, or the place in a list without names. */
interface Given {
  voter: string
  at: Pointer
  written: Json
  /** Where the order as seen stands, and what stands there. */
  order?: { at: Pointer; written: Json }
}

/** The question with the way in which votes on it are written. */
function asVoted(question: VotedQuestion): QuestionDefinition {
  const writtenQuestion = voted.get(question) ?? { ...question, gold: { ...question.gold, ...question.votes.written } }
  voted.set(question, writtenQuestion)
  return writtenQuestion
}
const voted = new WeakMap<VotedQuestion, QuestionDefinition>()

/** The votes in a record, in the order in which their voters are named there; `problems` grows by what is none. */
export function readVotes(
  questions: readonly QuestionDefinition[],
  record: VotedRecord,
  problems: RecordProblem[],
): Vote[] {
  const lanes = new Map<string, Answers>()
  const orders = new Map<string, string[]>()
  for (const { unit, question } of votedUnits(questions, record)) {
    for (const { voter, at, written, order } of givenIn(question, unit, record, problems)) {
      const orderReading = order ? readOrder(asVoted(question), order.written, record.pickables(question, unit)) : null
      if (orderReading?.ok) orders.set(voter, referencesIn(orderReading.value))
      else if (orderReading && order)
        problems.push({ field: fieldAt(order.at), message: orderReading.message, fix: orderReading.fix })
      const reading = readVote(question, unit, written, record)
      if (!reading.ok) {
        const within: Pointer = 'at' in reading ? reading.at : []
        problems.push({ field: fieldAt([...at, ...within]), message: reading.message, fix: reading.fix })
        continue
      }
      if (reading.value === null) continue
      const answers = lanes.get(voter) ?? {}
      answers[unit.key] = { ...answers[unit.key], [question.id]: reading.value }
      lanes.set(voter, answers)
    }
  }
  return [...lanes].map(([voter, answers]) => {
    const shownOrder = orders.get(voter) ?? []
    return { voter, shown: shownOrder.length > 0 ? shownOrder : null, answers }
  })
}

const votedUnits = (
  questions: readonly QuestionDefinition[],
  { units }: Pick<VotedRecord, 'units'>,
): { unit: UnitDraft; question: VotedQuestion }[] =>
  units.flatMap((unit) =>
    questions.filter(isVoted).flatMap((question) => (question.on === unit.kind ? [{ unit, question }] : [])),
  )

function readVote(
  question: VotedQuestion,
  unit: UnitDraft,
  written: Json,
  { csv, markedText, pickables }: VotedRecord,
): SpansReading | AnswerReading {
  const questionAsVoted = asVoted(question)
  if (question.marks) return readSpans(questionAsVoted, written, markedText(question), question.votes.clean)
  return question.picks
    ? readPick(questionAsVoted, written, pickables(question, unit), csv)
    : readAnswer(questionAsVoted, written, csv)
}

/** Where the places of votes begin: in the record, or in the entry of the unit; null where the record has no such entry. */
const startOf = ({ votes }: VotedQuestion, unit: UnitDraft, places: Places): Pointer | null =>
  votes.from === 'record' ? [] : (places.get(unit.key)?.at ?? null)

function givenIn(question: VotedQuestion, unit: UnitDraft, record: VotedRecord, problems: RecordProblem[]): Given[] {
  const { at } = question.votes
  const start = startOf(question, unit, record.places)
  if (!start) return []
  if (at.are === 'places')
    return at.places.map(({ voter, pointer }) => {
      const place = [...start, ...pointer]
      return { voter, at: place, written: valueAt(record.json, place) ?? null }
    })
  const place = [...start, ...at.pointer]
  const writtenVotes = valueAt(record.json, place) ?? null
  if (writtenVotes === null) return []
  const refuse = (where: Pointer, message: string, fix: string): Given[] => {
    problems.push({ field: fieldAt(where), message, fix })
    return []
  }
  if (at.are === 'object' ? !isJsonRecord(writtenVotes) : !Array.isArray(writtenVotes))
    return refuse(
      place,
      `${shownValue(writtenVotes)} is no ${at.are === 'object' ? 'object with a field for each annotator' : 'list of votes'}.`,
      at.are === 'object' ? 'Write {"annotator": answer, ...}, {} for none.' : 'Write a list, [] for none.',
    )
  const listed: [string, Json][] = Object.entries(writtenVotes)
  if (listed.length > MOST_VOTES)
    return refuse(
      place,
      `There are ${listed.length.toLocaleString('en')} votes.`,
      `At most ${MOST_VOTES.toLocaleString('en')} are counted: leave out others.`,
    )
  if (at.are === 'object')
    return listed.flatMap(([voter, written]) => {
      const votePath = [...place, voter]
      const wrong = voterProblem(voter)
      return wrong ? refuse(votePath, wrong.message, wrong.fix) : [{ voter, at: votePath, written }]
    })
  if (at.are === 'values')
    return listed.map(([index, written]) => ({
      voter: listedVoter(Number(index)),
      at: [...place, index],
      written,
    }))
  const seenVoters = new Set<string>()
  return listed.flatMap(([index, entry]) => {
    const votePath = [...place, index]
    const name = isJsonRecord(entry) ? entry[at.voter] : undefined
    const voter = typeof name === 'string' || typeof name === 'number' ? String(name) : ''
    const wrong = voterProblem(voter)
    if (wrong) return refuse([...votePath, at.voter], wrong.message, wrong.fix)
    if (seenVoters.has(voter))
      return refuse([...votePath, at.voter], `${shownValue(voter)} votes twice.`, 'Keep one of the two.')
    seenVoters.add(voter)
    const order =
      at.shown === undefined
        ? {}
        : { order: { at: [...votePath, at.shown], written: valueAt(entry, [at.shown]) ?? null } }
    return [{ voter, at: [...votePath, ...at.value], written: valueAt(entry, at.value) ?? null, ...order }]
  })
}

/** The record with these votes; itself where it has them already. Of an annotator whose answer stays, it stands as it was written. */
export function writeVotes(
  questions: readonly QuestionDefinition[],
  record: VotedRecord,
  votes: readonly Vote[],
): Json {
  if (saySame(questions, readVotes(questions, record, []), votes)) return record.json
  let { json } = record
  const listed = new Set<string>()
  const inLists = votedUnits(questions, record).filter(({ question }) => question.votes.at.are === 'values')
  // Who has no answer in any of the lists without names has no place in them: where other votes stand under names.
  const unnamed = votes.filter((vote) => inLists.some(({ unit, question }) => isAnswered(vote, unit, question)))
  for (const { unit, question } of votedUnits(questions, record)) {
    const start = startOf(question, unit, record.places)
    if (!start) continue
    const { at } = question.votes
    if (at.are === 'places') {
      const places = placesFor(at.places, votes)
      for (const { pointer, vote } of places) {
        const place = [...start, ...pointer]
        json = withValueAt(
          json,
          place,
          writtenVote(question, unit, vote, { ...record, before: valueAt(record.json, place) }),
        )
      }
      continue
    }
    const place = [...start, ...at.pointer]
    if (at.are === 'entries') {
      const list = JSON.stringify(place)
      if (!listed.has(list)) json = withValueAt(json, place, entriesOf(questions, { unit, place }, record, votes))
      listed.add(list)
      continue
    }
    const before = valueAt(record.json, place)
    const write = (vote: Vote) =>
      writtenVote(question, unit, vote, {
        ...record,
        before: at.are === 'object' && isJsonRecord(before) ? before[vote.voter] : undefined,
      })
    json = withValueAt(
      json,
      place,
      at.are === 'values'
        ? unnamed.map(write)
        : Object.fromEntries(
            votes.filter((vote) => isAnswered(vote, unit, question)).map((vote) => [vote.voter, write(vote)]),
          ),
    )
  }
  return json
}

const isAnswered = ({ answers }: Vote, unit: UnitDraft, { id }: QuestionDefinition): boolean =>
  (answers[unit.key]?.[id] ?? null) !== null

/** Names count where the record has any. */
function saySame(questions: readonly QuestionDefinition[], before: readonly Vote[], now: readonly Vote[]): boolean {
  const places = questions.filter(isVoted).map(({ votes }) => votes.at)
  const isNamed = places.some(({ are }) => are !== 'values')
  const isOrdered = places.some((votesPlace) => votesPlace.are === 'entries' && votesPlace.shown !== undefined)
  const comparableVote = ({ voter, shown, answers }: Vote): Json => ({
    answers,
    ...(isNamed ? { voter } : {}),
    ...(isOrdered ? { shown: shown && [...shown] } : {}),
  })
  return (
    before.length === now.length &&
    before.every((vote, index) => sameExactly(comparableVote(vote), comparableVote(now[index] ?? vote)))
  )
}

/** Each named place with the vote of its annotator, else with the first that has none. */
function placesFor(places: readonly { voter: string; pointer: Pointer }[], votes: readonly Vote[]) {
  const free = votes.filter(({ voter }) => !places.some((place) => place.voter === voter))
  return places.map(({ voter, pointer }) => ({
    pointer,
    vote: votes.find((vote) => vote.voter === voter) ?? free.shift() ?? null,
  }))
}

function writtenVote(
  question: VotedQuestion,
  unit: UnitDraft,
  vote: Vote | null,
  { csv, markedText, pickables, before }: VotedRecord & { before: Json | undefined },
): Json {
  const answer = vote?.answers[unit.key]?.[question.id] ?? null
  const questionAsVoted = asVoted(question)
  if (question.marks) return writeSpans(questionAsVoted, answer, { written: before, marked: markedText(question) })
  return question.picks
    ? writePick(questionAsVoted, answer, pickables(question, unit), csv)
    : writeAnswer(questionAsVoted, answer, csv)
}

/** A list of objects with everybody's answers to all questions about the unit that stand in it. */
function entriesOf(
  questions: readonly QuestionDefinition[],
  { unit, place }: { unit: UnitDraft; place: Pointer },
  record: VotedRecord,
  votes: readonly Vote[],
): Json {
  const existingVotes = valueAt(record.json, place)
  const entries = Array.isArray(existingVotes) ? existingVotes : []
  const questionsHere = questions.filter(isVoted).flatMap((question) => {
    const { at } = question.votes
    const start = startOf(question, unit, record.places)
    const isHere = question.on === unit.kind && at.are === 'entries' && start !== null
    return isHere && JSON.stringify([...start, ...at.pointer]) === JSON.stringify(place) ? [{ question, at }] : []
  })
  const ordered = questionsHere.find(({ at }) => at.shown !== undefined)
  const shownIn = (entry: Json): Json => {
    const field = ordered?.at.shown
    if (!ordered || field === undefined) return null
    const reading = readOrder(
      asVoted(ordered.question),
      valueAt(entry, [field]),
      record.pickables(ordered.question, unit),
    )
    return reading.ok ? reading.value : null
  }
  const orderOf = ({ shown }: Vote): { [field: string]: Json } => {
    const field = ordered?.at.shown
    if (!ordered || field === undefined || !shown) return {}
    return { [field]: writeOrder(asVoted(ordered.question), shown, record.pickables(ordered.question, unit)) }
  }
  return votes.flatMap((vote): Json[] => {
    const answered = questionsHere.filter(({ question }) => isAnswered(vote, unit, question))
    const [first] = answered
    if (!first) return []
    const before = entries.find((entry) => isJsonRecord(entry) && String(entry[first.at.voter]) === vote.voter)
    const isKept =
      before !== undefined &&
      (!ordered || sameExactly(shownIn(before), vote.shown && [...vote.shown])) &&
      questionsHere.every(({ question, at }) => {
        const reading = readVote(question, unit, valueAt(before, at.value) ?? null, record)
        return reading.ok && sameExactly(reading.value, vote.answers[unit.key]?.[question.id] ?? null)
      })
    if (isKept) return [before]
    return [
      answered.reduce<Json>(
        (entry, { question, at }) =>
          withValueAt(
            entry,
            at.value,
            writtenVote(question, unit, vote, { ...record, before: valueAt(before, at.value) }),
          ),
        { [first.at.voter]: vote.voter, ...orderOf(vote) },
      ),
    ]
  })
}
