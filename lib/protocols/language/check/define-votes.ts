/** Where the answers of every annotator stand in a record, and what does not go with a stage of votes. */
import { ITEM, type Pointer, type UnitDefinition, type VotePlace } from '@/lib/protocols/language/definition'
import { meets, parsePointer } from '@/lib/protocols/language/pointers'
import { type Path, suggestion } from '@/lib/protocols/language/problems'
import type { FileQuestion, FileStage, ProtocolFile } from '@/lib/protocols/language/vocabulary'
import { unitPlaces, wayOfWriting } from './define-record'
import { entriesPlace, type PlacedQuestion, type Places } from './places'
import type { ProblemList } from './problem-list'

const VOTES = 'votes'
/** The field with the annotator's name, where the file says nothing about votes. */
const VOTER = 'voter'

type VoteEntry = NonNullable<ProtocolFile['record']['votes']>[string]
type VoteObject = Exclude<VoteEntry, string>

/** Votes are counted once and for all: nothing is approved, listed or built upon. */
export function checkVoting({ record, stages }: ProtocolFile, problems: ProblemList): void {
  const voting = stages.flatMap((stage, index) => (stage.policy === VOTES ? [{ stage, path: ['stages', index] }] : []))
  const questions = voting.flatMap(({ stage }) => stage.questions.map(({ id }) => id))
  for (const name of Object.keys(record.votes ?? {}))
    if (voting.length === 0)
      problems.key(
        ['record', 'votes', name],
        '"votes" goes with the policy votes.',
        'Write policy: votes in the stage, or hide them: record.hidden.',
      )
    else if (!questions.includes(name))
      problems.key(
        ['record', 'votes', name],
        `There is no question "${name}".`,
        suggestion(name, questions, 'question'),
      )
  for (const { stage, path } of voting) {
    if (stages.length > 1)
      problems.value(
        [...path, 'policy'],
        'A stage of votes is the only one of its file: nothing is settled that another could build upon.',
        'Write policy: majority, or make two files of it.',
      )
    if (stage.approve)
      problems.key([...path, 'approve'], 'Votes are counted, and nobody approves them.', 'Take "approve" out.')
    checkVoted(stage, path, problems)
  }
}

function checkVoted({ questions }: FileStage, path: Path, problems: ProblemList): void {
  for (const [index, { form }] of questions.entries())
    if (form === 'list')
      problems.value(
        [...path, 'questions', index, 'form'],
        'What annotators list themselves cannot be voted on.',
        'Let the record give the units, or write policy: majority.',
      )
}

/** Where the votes on a question stand; null where nobody votes. */
export function votePlace(
  question: FileQuestion,
  stage: FileStage,
  file: ProtocolFile,
  problems: ProblemList,
): VotePlace | null {
  if (stage.policy !== VOTES) return null
  const { id, on = ITEM } = question
  const entry = file.record.votes?.[id]
  const isOfItem = on === ITEM
  const path = ['record', 'votes', id]
  const voteObject: VoteObject =
    entry === undefined
      ? { at: isOfItem ? '/votes[]' : 'votes[]', voter: VOTER }
      : typeof entry === 'string'
        ? { at: entry }
        : entry
  if (file.record.csv && typeof voteObject.at === 'string')
    problems.key(
      entry === undefined ? ['record', 'csv'] : path,
      `A cell of a CSV file holds one annotator's answer to "${id}".`,
      `Name a column for each under record.votes: {${id}: {at: {anna: /${id}_anna, ben: /${id}_ben}}}.`,
    )
  const clean = cleaningOf(question, voteObject, path, problems)
  const gold = file.record.gold?.[id]
  return {
    from: isOfItem ? 'record' : 'entry',
    at: placesOf(voteObject, { question, stage, path, problems, file }),
    written: wayOfWriting(
      question,
      { ...(typeof gold === 'object' ? gold : {}), ...voteObject, at: '' },
      { path, file, problems },
    ),
    counted: gold !== undefined,
    ...(clean === null ? {} : { clean }),
  }
}

interface Context {
  question: FileQuestion
  stage: FileStage
  path: Path
  problems: ProblemList
  file: ProtocolFile
}

function placesOf({ at, voter, value, shown }: VoteObject, context: Context): VotePlace['at'] {
  const { question, stage, path, problems } = context
  const places = typeof at === 'string' ? [at] : Object.values(at)
  for (const written of places) checkPlace(written, context)
  const isList = typeof at === 'string' && at.endsWith('[]')
  if (voter === undefined && value !== undefined)
    problems.key([...path, 'value'], '"value" goes with "voter": a list of objects.', 'Add voter, or take it out.')
  if (voter !== undefined && !isList)
    problems.key(
      [...path, 'voter'],
      '"voter" goes with a list of objects.',
      typeof at === 'string' ? `Write ${at}[], or take "voter" out.` : 'Take it out: the places are named.',
    )
  if (shown !== undefined) checkShown({ voter, shown }, context)
  if (typeof at !== 'string') {
    const namedPlaces = Object.entries(at)
    if (namedPlaces.length < (stage.raters ?? 2))
      problems.value(
        [...path, 'at'],
        `${stage.raters ?? 2} annotators vote on an item, and the record has places for ${namedPlaces.length}.`,
        'Name more places, or write fewer raters in the stage.',
      )
    for (const [index, [name, written]] of namedPlaces.entries())
      if (namedPlaces.slice(0, index).some(([, other]) => meets(parsePointer(other), parsePointer(written))))
        problems.value([...path, 'at', name], 'Another annotator’s answers stand there.', 'Give it a place of its own.')
    return {
      are: 'places',
      places: namedPlaces.map(([name, written]) => ({ voter: name, pointer: parsePointer(written) })),
    }
  }
  const pointer = parsePointer(at)
  if (!isList) return { are: 'object', pointer }
  if (voter === undefined) return { are: 'values', pointer }
  const answer = parsePointer(value ?? question.id)
  if (meets(answer, [voter]))
    problems.value([...path, 'value'], 'The answer stands where the name does.', 'Name another field.')
  return { are: 'entries', pointer, voter, value: answer, ...(shown === undefined ? {} : { shown }) }
}

/** An order is that of what everybody sees in an order of their own, and stands in a field of its own. */
function checkShown(
  { voter, shown }: { voter: string | undefined; shown: string },
  { question, path, problems, file }: Context,
): void {
  const shownPath = [...path, 'shown']
  const { form, of, on = ITEM } = question
  if (form !== 'pick' || on !== ITEM || voter === undefined)
    problems.key(
      shownPath,
      '"shown" goes with a pick about the item whose votes are a list of objects.',
      voter === undefined ? 'Take it out, or add voter.' : 'Take it out.',
    )
  else if (!file.units?.some(({ id, shuffled }) => id === of && shuffled))
    problems.key(shownPath, `Everybody sees the units "${of}" in one order.`, 'Take it out, or write shuffled: true.')
  if (shown === voter) problems.value(shownPath, 'The name of the annotator stands there.', 'Name another field.')
}

function checkPlace(written: string, { question: { on = ITEM }, path, problems }: Context): void {
  if (on === ITEM && !written.startsWith('/'))
    problems.value(path, `"${written}" does not say where from.`, `Begin with a slash: /${written}.`)
  if (on !== ITEM && written.startsWith('/'))
    problems.value(path, `Votes on a ${on} stand in its entry.`, `Write ${written.slice(1)} without a slash.`)
}

function cleaningOf(
  { form, options }: FileQuestion,
  { clean }: VoteObject,
  path: Path,
  problems: ProblemList,
): VotePlace['clean'] | null {
  if (clean === undefined) return null
  if (form !== 'span' || options)
    problems.key([...path, 'clean'], '"clean" goes with spans that have no labels.', 'Take it out.')
  return clean
}

/** Votes that would be seen, or written over: annotators are shown nothing of them, and nothing else stands where they do. */
export function checkVotePlaces(
  { record, label }: ProtocolFile,
  units: readonly UnitDefinition[],
  questions: readonly PlacedQuestion[],
  problems: ProblemList,
): void {
  const records: Places = { units, questions }
  const content = Object.entries(record.content).map(([name, entry]): [string, string] => [
    `what annotators see as "${name}"`,
    typeof entry === 'string' ? entry : entry.at,
  ])
  const headPlaces = (['id', 'title', 'domain', 'source'] as const).map(
    (name) => [`record.${name}`, record[name]] as const,
  )
  const visiblePlaces = [...content, ...headPlaces, ['label.at', label?.at] as const].flatMap(([what, written]) =>
    written === undefined ? [] : [{ what, pointer: parsePointer(written) }],
  )
  const texts = units.flatMap((unit) =>
    unitPlaces(unit, records).map((pointer) => ({ what: `the units "${unit.id}"`, pointer })),
  )
  const gold = questions
    .filter(({ votes }) => !votes || votes.counted)
    .map((question) => ({
      what: `the answers to "${question.id}" under record.gold`,
      pointer:
        question.gold.from === 'entry'
          ? [...entriesPlace(question.on, records), ...question.gold.pointer]
          : question.gold.pointer,
    }))
  const takenPlaces = [...visiblePlaces, ...texts, ...gold]
  for (const question of questions) {
    const path = record.votes?.[question.id] === undefined ? question.path : ['record', 'votes', question.id]
    const votePlaces = votePointers(question, records)
    const other = takenPlaces.find((place) => votePlaces.some((pointer) => meets(pointer, place.pointer)))
    if (other)
      problems.value(
        path,
        `The votes on "${question.id}" stand in one place with ${other.what}.`,
        'Give them another place under record.votes, or point the other at something smaller.',
      )
    takenPlaces.push(...votePlaces.map((pointer) => ({ what: `those on "${question.id}"`, pointer })))
  }
  for (const question of questions) {
    const order = orderPointer(question)
    const other = order && takenPlaces.find((place) => meets(order, place.pointer))
    if (other)
      problems.value(
        ['record', 'votes', question.id, 'shown'],
        `The order as seen stands in one place with ${other.what}.`,
        'Name another field.',
      )
  }
}

/** Where the order stands in which the units of a pick were seen; several picks may share it. */
const orderPointer = ({ votes }: PlacedQuestion): Pointer | null =>
  votes?.at.are === 'entries' && votes.at.shown !== undefined ? [...votes.at.pointer, '*', votes.at.shown] : null

/** Where from the record on the votes on a question stand; of a list of objects its entries' own places. */
function votePointers({ on, votes }: PlacedQuestion, records: Places): Pointer[] {
  if (!votes) return []
  const { at, from } = votes
  const entry = from === 'entry' ? entriesPlace(on, records) : []
  if (at.are === 'places') return at.places.map(({ pointer }) => [...entry, ...pointer])
  return [at.are === 'entries' ? [...entry, ...at.pointer, '*', ...at.value] : [...entry, ...at.pointer]]
}
