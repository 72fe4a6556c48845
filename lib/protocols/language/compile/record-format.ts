/** The one format of a file: records read by its pointers, and written from gold with everything that did not change kept. */
import type { Answers, EarlierGold, Json, StageAnswers, Subject, UnitDraft, Vote } from '@/lib/protocols/answers'
import { countingAnswers, findings, isAsked } from '@/lib/protocols/completeness'
import {
  type Definition,
  type GoldPlace,
  isList,
  isPlaceQuestion,
  type Pointer,
  type QuestionDefinition,
  type StageDefinition,
  showsKind,
  type VotePlace,
} from '@/lib/protocols/language/definition'
import { fieldAt, fieldName, valueAt, withValueAt } from '@/lib/protocols/language/pointers'
import { withMadeUnits } from '@/lib/protocols/made-units'
import { pointsToMark } from '@/lib/protocols/marked-spans'
import type { Stage } from '@/lib/protocols/protocol'
import { isJsonRecord, notARecord } from '@/lib/protocols/record-fields'
import {
  ENTRY_PLACE,
  type GoldRecord,
  PARTNER_PLACES,
  type ReadAs,
  type ReadRecord,
  type ReadResult,
  type RecordFormat,
  type RecordProblem,
  ROW_PLACES,
  SEGMENTS,
} from '@/lib/protocols/records'
import { rolledUp } from '@/lib/protocols/rolled-up'
import { sameExactly } from '@/lib/protocols/same-value'
import { unescapeText } from '@/lib/text/escape-text'
import { excerpt } from '@/lib/text/excerpt'
import { type AnswerReading, readAnswer, writeAnswer } from './answers-in-records'
import { readContent } from './content-in-records'
import { standingAnswers } from './count-votes'
import { piecesOfLabels, segmentsIn, segmentsOf, segmentsPlace, splitterKind, TEXT } from './cut-pieces'
import {
  type ListsReading,
  overlapProblems,
  type Places,
  placeOf,
  proposedLists,
  readLists,
  withLists,
} from './lists-in-records'
import { MarkedText } from './marked-text'
import { pickablesIn } from './pickables'
import { pickableProblems, readPick, writePick } from './picks-in-records'
import { shownTexts } from './present'
import { rowGroupsOf } from './row-groups-of'
import { initialOf } from './scope'
import { readMark, readSpans, type SpansReading, writeMark, writeSpans } from './spans-in-records'
import { LABEL } from './stage'
import { startingUnits, storedUnits } from './units'
import { ANY, entryOf, unreadLabels } from './unread-labels'
import { readVotes, type VotedRecord, writeVotes } from './votes-in-records'

const TITLE_LENGTH = 100

interface Compiled {
  definition: Definition
  stages: readonly Stage[]
}

/** The format under which records of the file are imported and exported. */
export function recordFormat(compiled: Compiled): RecordFormat {
  const { record } = compiled.definition
  const rows = rowGroupsOf(compiled.definition)
  const fields = record.content.map(({ at }) => at[0] ?? '').filter((field, index, all) => all.indexOf(field) === index)
  return {
    key: 'record',
    title: 'Record',
    description: `${fields.join(', ')}${record.id ? `, named by ${record.id.join('.')}` : ''}, with labels where there are any. ${rows ? `Rows with the same ${rows.by.map(fieldName).join(', ')} are one item. ` : ''}Gold keeps everything that it does not change.`,
    fields: fieldsOf(compiled.definition),
    recognises: (json) => isJsonRecord(json) && record.content.some(({ at }) => valueAt(json, at) !== undefined),
    read: (json, how) => readRecord(compiled, json, how),
    write: (gold) => writeRecord(compiled, gold),
    ...(record.csv ? { csv: true as const } : {}),
    ...(rows ? { rows } : {}),
    ...(record.each ? { each: record.each } : {}),
    ...(record.join ? { join: record.join } : {}),
  }
}

/** The places of a record that anything is read from, those in the entries of its lists included. */
function fieldsOf(definition: Definition): Pointer[] {
  const { record, units, stages, label } = definition
  const { id, title, domain, source, content, hidden, group, each, join = [] } = record
  const texts = units.flatMap(({ id: kind, from }) => {
    const entry = entryOf(definition, kind)
    if ('splitter' in from) return [from.given ? entry : [...entry, TEXT]]
    if ('listedFor' in from) return []
    if ('places' in from) return from.places.map(({ at }) => at)
    return [from.text, from.label, from.name].flatMap((pointer) => (pointer ? [[...entry, ...pointer]] : []))
  })
  const golds = stages.flatMap(({ questions }) =>
    questions.flatMap(({ gold, on, list, votes }): Pointer[] => {
      // What votes come to may stand in a record without them: it is shown to those only who may see labels.
      if (votes) return voteFields(votes, entryOf(definition, on))
      const from = gold.from === 'entry' ? entryOf(definition, on) : []
      const place = [...from, ...gold.pointer]
      if (list && gold.proposed) return [place, ...proposedFields(definition, list.of, [...from, ...gold.proposed])]
      const parts = Object.values(gold.entry ?? {}).filter((part) => typeof part === 'string')
      // Where a mark is stands in its own entry, of which there is no list.
      const entry = isOfEntry(gold) ? place : [...place, ANY]
      return parts.length > 0 ? parts.map((part) => [...entry, part]) : [place]
    }),
  )
  const headPointers = [id, title, domain, source, label?.at ?? null].filter((pointer) => pointer !== null)
  const by = [...(group?.by ?? []), ...join.map((partner) => partner.by)]
  const keys = (each?.keys ?? []).map((key) => [key])
  const places = [
    ...(group ? [[ROW_PLACES]] : []),
    ...(each ? [[ENTRY_PLACE]] : []),
    ...(join.length > 0 ? [[PARTNER_PLACES]] : []),
  ]
  return [
    ...headPointers,
    ...[...content, ...hidden].map(({ at }) => at),
    ...by,
    ...keys,
    ...places,
    ...texts,
    ...golds,
  ]
}

const isOfEntry = ({ from, pointer, entry }: GoldPlace): boolean => from === 'entry' && pointer.length === 0 && !!entry

function voteFields({ at, from }: VotePlace, entry: Pointer): Pointer[] {
  const start = from === 'entry' ? entry : []
  if (at.are === 'places') return at.places.map(({ pointer }) => [...start, ...pointer])
  const place = [...start, ...at.pointer]
  return at.are === 'entries'
    ? [
        [...place, ANY, at.voter],
        [...place, ANY, ...at.value],
        ...(at.shown === undefined ? [] : [[...place, ANY, at.shown]]),
      ]
    : [place]
}

/** What is read of the entries of a list that a machine made. */
const proposedFields = ({ stages }: Definition, kind: string, place: Pointer): Pointer[] =>
  stages.flatMap(({ questions }) =>
    questions.filter(({ on, list }) => on === kind && !list).map(({ gold }) => [...place, ANY, ...gold.pointer]),
  )

function readRecord(compiled: Compiled, json: Json, { escaped }: ReadAs = { escaped: false }): ReadResult {
  if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
  const { definition } = compiled
  const problems: RecordProblem[] = []
  const read = readContent(definition, json, problems)
  if (problems.length === 0) problems.push(...pickableProblems(definition, read))
  if (escaped) problems.push(...escapedProblems(definition, read))
  const given = segmentsIn(definition, json, problems)
  const content = given && isCutLater(definition) ? withStoredSegments(read, given) : read
  if (problems.length > 0 && !standsApart(definition)) return { ok: false, problems }
  const name = (pointer: Pointer | null, fallback: string | null) => nameAt(json, pointer, problems) ?? fallback
  const segments = given ?? piecesOfLabels(definition, json, content)
  const visibleTexts = shownTexts(definition, content, definition.language).map(({ text }) => text)
  const recordHead = {
    externalId: name(definition.record.id, null),
    title: excerpt(name(definition.record.title, null) ?? visibleTexts[0] ?? '', TITLE_LENGTH),
    domain: name(definition.record.domain, null),
    source: name(definition.record.source, null),
  }
  const stated = readLabels(compiled, json, { content, segments }, problems)
  const votes = readVoted(compiled, json, { content, segments }, problems)
  const suggestions = readProposals(compiled, json, { content, segments }, problems)
  if (problems.length > 0) return { ok: false, problems }
  const answers = votes ? null : stated
  const isRead = stated !== null || (votes?.length ?? 0) > 0
  const warnings = votes
    ? unlikeVotes(compiled, { content, segments }, votes, stated)
    : answers
      ? incomplete(compiled, content, segments, answers)
      : []
  const record: ReadRecord = {
    content,
    ...recordHead,
    segments,
    answers,
    ...(votes ? { votes } : {}),
    ...(suggestions.length > 0 ? { suggestions } : {}),
    warnings: [...unreadLabels(definition, { json, content, segments, isRead }), ...warnings],
  }
  return { ok: true, record }
}

/** Can answers be read whatever is wrong with the content? Then all problems of a record are named at once. */
const standsApart = ({ units, stages }: Definition): boolean =>
  units.length === 0 && stages.every(({ questions }) => questions.every(({ marks }) => !marks))

function nameAt(json: Json, pointer: Pointer | null, problems: RecordProblem[]): string | null {
  const value = pointer === null ? null : (valueAt(json, pointer) ?? null)
  if (value === null || value === '') return null
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  const field = fieldName(pointer ?? [])
  // Content that is a name too has said so already.
  if (problems.every((problem) => problem.field !== field))
    problems.push({ field, message: 'This is not a text.', fix: 'Write a text or a number.' })
  return null
}

/** Texts that spans are marked in and that are not stored as the record has them: offsets of the record would name other words there. */
function escapedProblems({ record, stages }: Definition, content: Json): RecordProblem[] {
  const marked = stages.flatMap(({ questions }) => questions.flatMap(({ marks }) => (marks ? [marks.in] : [])))
  return record.content.flatMap(({ name, at }) => {
    const text = marked.includes(name) && isJsonRecord(content) ? content[name] : null
    if (typeof text !== 'string' || unescapeText(text) === text) return []
    return [
      {
        field: fieldName(at),
        message:
          'Spans cannot be marked in this text: it holds characters that are not stored as they are, so offsets would point to other words.',
        fix: 'Remove NUL characters and halves of character pairs from the record, and correct the offsets of its spans.',
      },
    ]
  })
}

/** Is a text cut that the first stage does not show as cut? What a record brings of it is kept with the content then. */
const isCutLater = (definition: Definition): boolean => {
  const kind = splitterKind(definition)
  return kind !== undefined && definition.stages.slice(0, 1).some((stage) => !showsKind(stage, kind))
}

const withStoredSegments = (content: Json, segments: readonly string[]): Json =>
  isJsonRecord(content) ? { ...content, [SEGMENTS]: [...segments] } : content

interface Parts {
  content: Json
  segments: readonly string[] | null
}

/** The entry of every unit that the record gives, or that was cut; `all`: the units that they are some of. */
function placesOf(
  definition: Definition,
  content: Json,
  units: readonly UnitDraft[],
  all: readonly UnitDraft[] = units,
): Places {
  const stored = new Map(storedUnits(content).map(({ key, at }) => [key, at]))
  const segments = segmentsPlace(definition)
  const numbers = numbersIn(all)
  const counts = new Map<string, number>()
  return new Map(
    units.flatMap(({ key, kind }) => {
      const counted = counts.get(kind) ?? 0
      counts.set(kind, counted + 1)
      const number = numbers.get(key) ?? counted
      const pointer =
        stored.get(key) ?? (segments && kind === splitterKind(definition) ? [...segments.place, String(number)] : null)
      return pointer ? [[key, { at: pointer, number }] as const] : []
    }),
  )
}

/** Which of its kind each unit is, from 0. */
export function numbersIn(units: readonly UnitDraft[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  return new Map(
    units.map(({ key, kind }) => {
      const number = counts.get(kind) ?? 0
      counts.set(kind, number + 1)
      return [key, number]
    }),
  )
}

/** The labels of the first stages, as far as the record has any. */
function readLabels(compiled: Compiled, json: Json, parts: Parts, problems: RecordProblem[]): StageAnswers | null {
  const { definition, stages } = compiled
  let earlier: EarlierGold = {}
  let listed: Places = new Map()
  for (const [index, stage] of definition.stages.entries()) {
    const unitSource = { content: parts.content, segments: parts.segments ?? [], earlier }
    const units = stages[index]?.units(unitSource.content, unitSource.segments, earlier) ?? []
    const place = { json, units, all: allUnits(definition, stage, unitSource), content: parts.content, listed }
    const { answers, places } = readStage(definition, stage.questions.filter(isStated), place, problems)
    if (Object.keys(answers).length === 0) break
    earlier = { ...earlier, [stage.id]: { units, answers } }
    listed = places
  }
  const read = Object.entries(earlier).map(([stage, { answers }]) => [stage, answers])
  return read.length === 0 ? null : Object.fromEntries(read)
}

/** Of a stage that does not show all kinds of unit, or not all of a kind: the units that it shows some of. */
const allUnits = (
  definition: Definition,
  { units }: StageDefinition,
  unitSource: Parameters<typeof startingUnits>[1],
): UnitDraft[] | undefined => (units ? startingUnits(definition, unitSource) : undefined)

/** Does a record state the answer, as gold? What votes come to only where the file says where. */
const isStated = ({ votes }: QuestionDefinition): boolean => !votes || votes.counted

/** The votes in a record; null where nobody votes. */
function readVoted(
  { definition, stages: [stage] }: Compiled,
  json: Json,
  { content, segments }: Parts,
  problems: RecordProblem[],
): Vote[] | null {
  if (!stage?.tally) return null
  const units = stage.units(content, segments ?? [], {})
  const record = votedRecord(definition, { json, content, units })
  return readVotes(definition.stages[0]?.questions ?? [], record, problems)
}

const votedRecord = (
  definition: Definition,
  { json, content, units }: { json: Json; content: Json; units: readonly UnitDraft[] },
): VotedRecord => {
  const texts = new Map<string, MarkedText>()
  return {
    json,
    units,
    places: placesOf(definition, content, units),
    csv: definition.record.csv,
    pickables: (question, unit) => pickablesIn(content, question, unit),
    markedText: (question) => {
      const cachedText = texts.get(question.id) ?? markedText(definition, question, content)
      texts.set(question.id, cachedText)
      return cachedText
    },
  }
}

/** What a record states beside its votes is taken for no answer, and where it is something else, that is said. */
function unlikeVotes(
  { definition, stages: [stage] }: Compiled,
  { content, segments }: Parts,
  votes: readonly Vote[],
  stated: StageAnswers | null,
): RecordProblem[] {
  const statedAnswers = stated?.[stage?.key ?? '']
  if (!stage || !statedAnswers) return []
  const subject = { content, units: stage.units(content, segments ?? [], {}) }
  const counted = standingAnswers(stage, subject, { answers: {}, votes })
  const unlike = (definition.stages[0]?.questions ?? []).filter(
    (question) =>
      question.votes?.counted &&
      subject.units.some((unit) => {
        const answer = statedAnswers[unit.key]?.[question.id] ?? null
        return answer !== null && !sameExactly(answer, counted[unit.key]?.[question.id] ?? null)
      }),
  )
  return unlike.map(({ id, gold }) => ({
    field: fieldName(gold.pointer),
    message:
      votes.length === 0
        ? `The record states "${id}" and brings no votes, which are what counts here.`
        : `The record states another answer to "${id}" than its votes come to.`,
    fix:
      votes.length === 0
        ? 'Add the votes, or let annotators vote: what is stated stays in the record, unseen by them.'
        : 'The votes count. What is stated stays in the record until there are other votes.',
  }))
}

/** What the record says that machines listed, of the first stage. */
function readProposals(
  { definition, stages: [first] }: Compiled,
  json: Json,
  { content, segments }: Parts,
  problems: RecordProblem[],
): NonNullable<ReadRecord['suggestions']> {
  const units = first?.units(content, segments ?? [], {}) ?? []
  const places = placesOf(definition, content, units)
  return proposedLists(definition.stages[0]?.questions ?? [], { json, units, places }, problems)
}

interface RecordPlace {
  json: Json
  units: readonly UnitDraft[]
  all: readonly UnitDraft[] | undefined
  content: Json
  /** Where what earlier stages listed stands. */
  listed: Places
}

/** The answers of a stage, with the units that its lists hold, and where all of them stand. */
function readStage(
  definition: Definition,
  questions: readonly QuestionDefinition[],
  { json, units, all, content, listed }: RecordPlace,
  problems: RecordProblem[],
): ListsReading {
  const places = new Map([...placesOf(definition, content, units, all), ...listed])
  const lists = readLists(questions, { json, units, places }, problems)
  const about = readAnswers(definition, questions, { json, content, ...lists }, problems)
  const answers = withAnswersOf(about, lists.answers)
  problems.push(...overlapProblems(questions, { ...lists, answers }))
  return { ...lists, answers }
}

/** The answers to all questions but lists. */
function readAnswers(
  definition: Definition,
  questions: readonly QuestionDefinition[],
  { json, units, places, content }: Pick<RecordPlace, 'json' | 'units' | 'content'> & { places: Places },
  problems: RecordProblem[],
): Answers {
  const answers: Answers = {}
  for (const unit of units) {
    for (const question of questions.filter(({ on, list }) => on === unit.kind && !list)) {
      const place = placeOf(question, unit, places)
      const written = place ? valueAt(json, place) : undefined
      const answer = readStated(definition, question, written, { content, unit })
      if (!answer.ok)
        problems.push({
          field: fieldAt([...(place ?? []), ...placeWithin(answer)]),
          message: answer.message,
          fix: answer.fix,
        })
      else if (answer.value !== null) answers[unit.key] = { ...answers[unit.key], [question.id]: answer.value }
    }
  }
  return answers
}

/** An answer as its form is written. */
function readStated(
  definition: Definition,
  question: QuestionDefinition,
  written: Json | undefined,
  { content, unit }: { content: Json; unit: UnitDraft },
): SpansReading | AnswerReading {
  const { csv } = definition.record
  if (question.marks) {
    const marked = markedText(definition, question, content)
    return isPlaceQuestion(definition, question)
      ? readMark(question, written, marked)
      : readSpans(question, written, marked)
  }
  if (question.picks) return readPick(question, written, pickablesIn(content, question, unit), csv)
  return readAnswer(question, written, csv)
}

/** Both together; no question is answered in both. */
function withAnswersOf(one: Answers, other: Answers): Answers {
  const all = { ...one }
  for (const [unit, values] of Object.entries(other)) all[unit] = { ...all[unit], ...values }
  return all
}

/** Where within an answer a problem of it stands. */
const placeWithin = (reading: SpansReading | AnswerReading): Pointer => ('at' in reading ? reading.at : [])

/** Texts are cut once, however many entries are places in them. */
const markedTexts = new WeakMap<Definition, WeakMap<object, Map<string, MarkedText>>>()

function markedText(definition: Definition, { marks }: QuestionDefinition, content: Json): MarkedText {
  const name = marks?.in ?? ''
  const text = isJsonRecord(content) ? content[name] : null
  const { offsets = { unit: 'code points', end: 'exclusive' } } = definition.record
  const textIn = () => (typeof text === 'string' ? text : '')
  const make = () => new MarkedText(pointsToMark({ in: name, textIn }, content), offsets)
  if (!isJsonRecord(content)) return make()
  const ofDefinition = markedTexts.get(definition) ?? new WeakMap<object, Map<string, MarkedText>>()
  markedTexts.set(definition, ofDefinition)
  const ofContent = ofDefinition.get(content) ?? new Map<string, MarkedText>()
  ofDefinition.set(content, ofContent)
  const cachedText = ofContent.get(name) ?? make()
  ofContent.set(name, cachedText)
  return cachedText
}

/** Labels that lack something are taken as they are, and said to. */
function incomplete(
  { stages }: Compiled,
  content: Json,
  segments: readonly string[] | null,
  answers: StageAnswers,
): RecordProblem[] {
  let earlier: EarlierGold = {}
  return stages.flatMap((stage) => {
    const statedAnswers = answers[stage.key]
    if (!statedAnswers) return []
    const subject = { content, units: stage.units(content, segments ?? [], earlier) }
    earlier = { ...earlier, [stage.key]: { units: subject.units, answers: statedAnswers } }
    const [first] = findings(stage, subject, statedAnswers)
    if (!first) return []
    return [
      {
        field: `${first.unit}.${first.question}`,
        message: `The labels are not complete: ${first.message}`,
        fix: 'Complete them in the file, or import the labels as suggestions.',
      },
    ]
  })
}

/** The record with the gold: a value that says what it said before is left as it was written. */
function writeRecord(compiled: Compiled, gold: GoldRecord): Json {
  const { definition, stages } = compiled
  let record = gold.source
  let listed: Places = new Map()
  /** The stages whose part of the record is another now. */
  const changed = new Set<string>()
  for (const [index, stage] of stages.entries()) {
    const settled = gold.stages[stage.key]
    if (!settled) break
    const staged = definition.stages[index]
    const questions = staged?.questions ?? []
    const stated = questions.filter(isStated)
    const stageSubject = { content: gold.content, units: settled.units }
    const segments = staged?.units ? segmentsOf(definition, record, gold.content) : []
    const all = staged && allUnits(definition, staged, { content: gold.content, segments, earlier: gold.stages })
    const before = record
    const cut = cutUnits(definition, staged, stageSubject.units, all)
    record = withSegments(definition, record, {
      units: cut,
      // Labels that were read by the splitter's cut go without its pieces, unless something is said in their entries.
      known: answersInEntries(definition, questions, settled) ? null : piecesOfLabels(definition, record, gold.content),
    })
    const voted = settled.votes
      ? writeVotes(questions, votedRecord(definition, { json: record, ...stageSubject }), settled.votes)
      : null
    if (voted === record) continue
    record = voted ?? record
    const read = readStage(definition, stated, { json: record, ...stageSubject, all, listed }, [])
    const now = countingAnswers(stage, stageSubject, standingAnswers(stage, stageSubject, settled))
    const subject = withMadeUnits(stage, stageSubject, now)
    const counting = countingAnswers(stage, stageSubject, read.answers)
    const laid = withLists(stated, {
      record,
      before: { ...read, counting },
      now: { stage, subject, answers: now },
      markedText: (question) => markedText(definition, question, stageSubject.content),
    })
    listed = laid.places
    record = withAnswers(definition, stated, { ...laid, stage, subject, all: all ?? subject.units, answers: now })
    if (record !== before) changed.add(stage.key)
  }
  return withLabel(compiled, gold, { record, changed })
}

/** The units that a stage shows some of and that were cut; null where it shows none, and the record's stay as they are. */
function cutUnits(
  definition: Definition,
  stage: StageDefinition | undefined,
  units: readonly UnitDraft[],
  all: readonly UnitDraft[] | undefined,
): readonly UnitDraft[] | null {
  const kind = splitterKind(definition)
  return stage && kind !== undefined && showsKind(stage, kind) ? (all ?? units) : null
}

/** The record with the answers that count to all questions but lists, whose entries stand where `places` says. */
function withAnswers(
  definition: Definition,
  questions: readonly QuestionDefinition[],
  recordState: {
    record: Json
    places: Places
    stage: Stage
    subject: Subject
    all: readonly UnitDraft[]
    answers: Answers
  },
): Json {
  const { places, stage, subject, all, answers } = recordState
  const { content } = subject
  let { record } = recordState
  // What entries say that are new or stand elsewhere now is read where they stand.
  const answered = readAnswers(definition, questions, { json: record, ...subject, places }, [])
  const asRead = withAnswersOf(answered, listAnswers(questions, answers))
  for (const unit of subject.units) {
    for (const question of questions.filter(({ on, list }) => on === unit.kind && !list)) {
      const answer = answerIn(answers, unit, question)
      const stageQuestion = stage.questions.find(({ key }) => key === question.id)
      // What stands at a question that is asked now would be read as its answer, also where it was not asked before.
      const isRead = stageQuestion && [answers, asRead].some((each) => isAsked(stageQuestion, subject, each, unit))
      const recordAnswer = isRead ? answerIn(asRead, unit, question) : null
      if (isSaid(question, recordAnswer, answer)) continue
      // Everybody keeps their own answer, so that gold has none to put in the place of the record's.
      const isLeftAside = question.settle === 'aside' && answer === null
      if (isLeftAside && stageQuestion && isAsked(stageQuestion, subject, answers, unit)) continue
      const place = placeOf(question, unit, places)
      if (!place) continue
      if (question.gold.from === 'list') record = withList(record, question, all)
      record = withAnswer(definition, question, answer, { record, place, content, unit })
    }
  }
  return record
}

/**
 * Does the record say what gold says? While gold holds no answer, what an answer starts from says the same. A flag that was settled as No is an
 * answer: a record without it says that nobody was asked.
 */
const isSaid = (question: QuestionDefinition, recordAnswer: Json, answer: Json): boolean =>
  answer === null
    ? recordAnswer === null || sameExactly(recordAnswer, initialOf(question))
    : sameExactly(recordAnswer, answer)

/** The record with a list that has a place for each unit, where it brings none, as long as there are units. */
function withList(record: Json, { on, gold }: QuestionDefinition, units: readonly UnitDraft[]): Json {
  const list = valueAt(record, gold.pointer)
  if (Array.isArray(list) || isJsonRecord(list)) return record
  const places = units.filter(({ kind }) => kind === on).map(() => null)
  return withValueAt(record, gold.pointer, places)
}

/** Of answers those to lists. */
function listAnswers(questions: readonly QuestionDefinition[], answers: Answers): Answers {
  const lists = questions.filter(isList).map(({ id }) => id)
  return Object.fromEntries(
    Object.entries(answers).map(([unit, values]) => [
      unit,
      Object.fromEntries(Object.entries(values).filter(([question]) => lists.includes(question))),
    ]),
  )
}

function withAnswer(
  definition: Definition,
  question: QuestionDefinition,
  answer: Json,
  { record, place, content, unit }: { record: Json; place: Pointer; content: Json; unit: UnitDraft },
): Json {
  const { csv } = definition.record
  if (question.marks) {
    const marked = markedText(definition, question, content)
    const written = valueAt(record, place)
    return withValueAt(
      record,
      place,
      isPlaceQuestion(definition, question)
        ? writeMark(question, answer, { written, marked })
        : writeSpans(question, answer, { written, marked }),
    )
  }
  const written = question.picks
    ? writePick(question, answer, pickablesIn(content, question, unit), csv)
    : writeAnswer(question, answer, csv)
  // An answer that the file writes as null is what a record without the field says.
  if (written === null && valueAt(record, place) === undefined) return record
  return withValueAt(record, place, written)
}

const answerIn = (answers: Answers, unit: UnitDraft, { id }: QuestionDefinition): Json =>
  answers[unit.key]?.[id] ?? null

/** Does gold have an answer that stands in the entry of a piece? */
function answersInEntries(
  definition: Definition,
  questions: readonly QuestionDefinition[],
  { units, answers, votes }: EarlierGold[string],
): boolean {
  const cut = units.filter(({ kind }) => kind === splitterKind(definition))
  if (votes) return cut.length > 0
  const inEntries = questions.filter(({ gold }) => gold.from === 'entry')
  return cut.some((unit) => inEntries.some((question) => answerIn(answers, unit, question) !== null))
}

function sameSegments(
  definition: Definition,
  units: readonly UnitDraft[],
  segments: readonly string[] | null,
): boolean {
  const kind = splitterKind(definition)
  if (kind === undefined) return true
  const texts = units.filter((unit) => unit.kind === kind).map(({ text }) => text)
  if (segments === null) return texts.length === 0
  return texts.length === segments.length && texts.every((text, index) => text === segments[index])
}

function segmentEntries(definition: Definition, units: readonly UnitDraft[]): { place: Pointer; entries: Json } | null {
  const segments = segmentsPlace(definition)
  if (!segments) return null
  const splitUnits = units.filter(({ kind }) => kind === splitterKind(definition))
  return { place: segments.place, entries: splitUnits.map(({ text }) => (segments.texts ? text : { [TEXT]: text })) }
}

/**
 * The record with the segments of the task, where it has others: their entries begin anew, and so do lists of answers to them. Such a list is kept
 * beside a text that the record did not cut, where it has a place for each segment. `known`: those of a record that brings none and is read as if it did.
 */
function withSegments(
  definition: Definition,
  record: Json,
  { units, known }: { units: readonly UnitDraft[] | null; known: readonly string[] | null },
): Json {
  if (units === null) return record
  const segments = segmentsIn(definition, record, [])
  const cut = sameSegments(definition, units, segments ?? known) ? null : segmentEntries(definition, units)
  if (!cut) return record
  const kind = splitterKind(definition)
  const lists = definition.stages.flatMap(({ questions }) =>
    questions.filter(({ on, gold }) => on === kind && gold.from === 'list').map(({ gold }) => gold.pointer),
  )
  const empty = units.filter((unit) => unit.kind === kind).map(() => null)
  return lists.reduce<Json>(
    (anew, place) => {
      const list = valueAt(anew, place)
      const begins = Array.isArray(list) && (segments !== null || list.length !== empty.length)
      return begins ? withValueAt(anew, place, empty) : anew
    },
    withValueAt(record, cut.place, cut.entries),
  )
}

/**
 * The label that the record states: as somebody set it, else as it follows where the record said something else or nothing. `changed`: the stages whose
 * part of the record is another now; where none follows from other answers, none is stated.
 */
function withLabel(
  { definition, stages }: Compiled,
  gold: GoldRecord,
  { record, changed }: { record: Json; changed: ReadonlySet<string> },
): Json {
  const { label } = definition
  const stage = stages.find(({ key }) => key === label?.stage)
  const settled = stage ? gold.stages[stage.key] : undefined
  if (!label?.at || !stage || !settled) return record
  const derived = rolledUp(stage, { content: gold.content, units: settled.units }, settled)[LABEL]
  const follows = typeof derived === 'object' && derived !== null && !Array.isArray(derived) ? derived : {}
  const value = gold.label ?? follows[label.rules[0]?.key ?? ''] ?? null
  const stated = valueAt(gold.source, label.at) ?? null
  const isSame = value === null ? !changed.has(stage.key) : record === gold.source
  const isKept = gold.label === undefined && isSame && stated !== null
  return isKept || sameExactly(stated, value) ? record : withValueAt(record, label.at, value)
}
