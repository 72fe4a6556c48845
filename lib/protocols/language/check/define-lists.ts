/** Units that annotators list: what they are listed for, by which question, and what can be asked about them. */
import { ITEM, type UnitDefinition } from '@/lib/protocols/language/definition'
import { type Path, suggestion } from '@/lib/protocols/language/problems'
import type { FileQuestion, FileUnit, ProtocolFile } from '@/lib/protocols/language/vocabulary'
import { DEEPEST_LIST } from '@/lib/protocols/made-units'
import { listName } from './expression-names'
import type { ProblemList } from './problem-list'

/** How many lists can stand in each other: entries of entries of entries. */

const isListed = (unit: FileUnit | undefined): unit is FileUnit => unit?.from === 'annotators'

/** The kind of unit that units are parts of, or are listed for; null for parts of nothing. */
export const wholeOf = ({ from, of }: FileUnit): string | null => of ?? (from === 'annotators' ? ITEM : null)

/** A kind of unit that annotators list; `before`: the kinds that stand before it in the file. */
export function defineListed(
  unit: FileUnit,
  {
    units,
    before,
    path,
    problems,
  }: { units: readonly FileUnit[]; before: readonly FileUnit[]; path: Path; problems: ProblemList },
): UnitDefinition {
  for (const word of ['text', 'each', 'label', 'shuffled', 'prefix', 'places', 'name', 'max'] as const)
    if (unit[word] !== undefined)
      problems.key(
        [...path, word],
        `"${word}" does not go with units from annotators.`,
        word === 'text'
          ? 'Take it out: the text of an entry is a question of the form text about it.'
          : 'Take it out. It goes with units from the record.',
      )
  const { of = ITEM } = unit
  const unitNames = [ITEM, ...before.map(({ id }) => id)]
  if (!unitNames.includes(of)) {
    const circle = circleFrom(unit, units)
    if (circle)
      problems.value(
        [...path, 'of'],
        circle.length === 1
          ? `"${unit.id}" is listed for itself.`
          : `"${unit.id}" is listed for itself in the end: ${circle.join(', of ')}, of ${unit.id}.`,
        'Let one of them be listed for the item: take its "of" out.',
      )
    else if (units.some(({ id }) => id === of))
      problems.value([...path, 'of'], `"${of}" stands below.`, `Move "${unit.id}" below it.`)
    else problems.value([...path, 'of'], `There is no unit "${of}".`, suggestion(of, unitNames, 'unit'))
  }
  const depth = depthOf(unit, before)
  if (depth > DEEPEST_LIST)
    problems.value(
      [...path, 'of'],
      `Lists stand in lists up to three deep, and "${unit.id}" would be the ${depth === DEEPEST_LIST + 1 ? 'fourth' : `${depth}th`}.`,
      'List it for a unit further up, or ask questions instead.',
    )
  return {
    id: unit.id,
    title: unit.title ?? unit.id,
    from: { listedFor: unitNames.includes(of) ? of : ITEM },
    shuffled: false,
  }
}

/** The kinds on the way from a unit back to itself; null where it is not a part of itself. */
function circleFrom(unit: FileUnit, units: readonly FileUnit[]): string[] | null {
  const way = [unit.id]
  for (let of = unit.of; of !== undefined && !way.slice(1).includes(of); ) {
    if (of === unit.id) return way
    way.push(of)
    of = units.find(({ id }) => id === way.at(-1))?.of
  }
  return null
}

/** How many lists stand in each other down to this kind. */
function depthOf(unit: FileUnit, before: readonly FileUnit[]): number {
  const whole = before.find(({ id }) => id === unit.of)
  return isListed(whole) ? 1 + depthOf(whole, before.slice(0, before.indexOf(whole))) : 1
}

interface Asked {
  question: FileQuestion
  stage: number
  place: number
  path: Path
}

const askedIn = ({ stages }: ProtocolFile): Asked[] =>
  stages.flatMap(({ questions }, stage) =>
    questions.map((question, place) => ({ question, stage, place, path: ['stages', stage, 'questions', place] })),
  )

/** The question whose entries are units of a kind, the first where there are several. */
export const listFor = (file: ProtocolFile, kind: string): FileQuestion | undefined =>
  askedIn(file).find(({ question }) => question.form === 'list' && question.of === kind)?.question

/**
 * The question about an entry that is its text, or says which stretch of a text it is: the one that is named, else the first of the form text or
 * span in the stage of the list.
 */
export function textOf(file: ProtocolFile, list: FileQuestion): FileQuestion | undefined {
  const stage = file.stages.find(({ questions }) => questions.includes(list))
  const texts = stage?.questions.filter(({ form, on = ITEM }) => canBeText(form) && on === list.of)
  return list.text === undefined ? texts?.[0] : texts?.find(({ id }) => id === list.text)
}

const canBeText = (form: FileQuestion['form']) => form === 'text' || form === 'span'

/** Is it the text of what annotators list, or the stretch that is listed? */
export const isTextOfEntry = (file: ProtocolFile, question: FileQuestion): boolean =>
  canBeText(question.form) &&
  askedIn(file).some(({ question: list }) => list.form === 'list' && textOf(file, list) === question)

/** Does it say which stretch of a text an entry is? */
export const isPlaceQuestion = (file: ProtocolFile, question: FileQuestion): boolean =>
  question.form === 'span' && isTextOfEntry(file, question)

/** Are the entries of the list stretches that are marked in a text? */
export const listsMarks = (file: ProtocolFile, list: FileQuestion): boolean =>
  list.form === 'list' && textOf(file, list)?.form === 'span'

/** Every listed kind has one list, asked about what it is listed for, and a text; questions about it stand behind the list. */
export function checkLists(file: ProtocolFile, problems: ProblemList): void {
  const { units = [], record } = file
  const askedQuestions = askedIn(file)
  const lists = askedQuestions.filter(({ question }) => question.form === 'list')
  if (record.csv && lists.length > 0)
    problems.key(
      ['record', 'csv'],
      `A row of a CSV file has no place for the entries of "${lists[0]?.question.id}".`,
      'Write records as JSON Lines.',
    )
  for (const [index, unit] of units.entries())
    if (isListed(unit) && !lists.some(({ question }) => question.of === unit.id))
      problems.value(
        ['units', index, 'id'],
        `No question lists units of the kind "${unit.id}".`,
        `Add one: - {id: ${listName(unit.id)}, ${unit.of === undefined ? '' : `on: ${unit.of}, `}ask: ..., form: list, of: ${unit.id}}.`,
      )
  for (const [index, list] of lists.entries())
    checkList(file, list, { before: lists.slice(0, index), asked: askedQuestions, problems })
  for (const { question, stage, path } of askedQuestions) checkTaking(file, { question, stage, path }, problems)
}

/** Queries are written down where searches are made: at what has a list with evidence. */
function checkTaking(
  { stages }: ProtocolFile,
  { question, stage, path }: Omit<Asked, 'place'>,
  problems: ProblemList,
): void {
  if (!question.takes) return
  const { on = ITEM } = question
  const searched = (stages[stage]?.questions ?? []).flatMap(({ evidence, on: about = ITEM }) =>
    evidence ? [about] : [],
  )
  const [first] = searched
  if (first === undefined || searched.includes(on)) return
  problems.value(
    question.on === undefined ? path : [...path, 'on'],
    `Searches are made for ${inWords(first)}, and "${question.id}" is asked about ${inWords(on)}.`,
    first === ITEM ? 'Take "on" out.' : `Write on: ${first}.`,
  )
}

function checkList(
  file: ProtocolFile,
  list: Asked,
  { before, asked, problems }: { before: readonly Asked[]; asked: readonly Asked[]; problems: ProblemList },
): void {
  const { question, path } = list
  const unit = listedUnit(file, question, path, problems)
  if (!unit) return
  const other = before.find((each) => each.question.of === unit.id)
  if (other)
    problems.value(
      [...path, 'of'],
      `"${other.question.id}" lists units of the kind "${unit.id}" already.`,
      'Give this list a kind of unit of its own.',
    )
  const { on = ITEM } = question
  const whole = unit.of ?? ITEM
  if (on !== whole)
    problems.value(
      question.on === undefined ? path : [...path, 'on'],
      `"${unit.id}" is listed for ${inWords(whole)}, and this list is asked about ${inWords(on)}.`,
      `Write on: ${whole} here, or of: ${on} at the unit.`,
    )
  const text = textOf(file, question)
  if (!text) checkMissingText(file, list, problems)
  else checkAlign(question, text, path, problems)
  checkAbout(file, list, asked, problems)
  checkEvidence(file, list, problems)
}

/** What the entries are known by is what they are laid side by side by. */
function checkAlign({ align, evidence }: FileQuestion, text: FileQuestion, path: Path, problems: ProblemList): void {
  const isMarked = text.form === 'span'
  if (align?.by === 'overlap' && !isMarked)
    problems.value(
      [...path, 'align', 'by'],
      `"${text.id}" is the text of an entry: entries without a place cannot overlap.`,
      `Write by: text, or let the first question about "${text.on}" be of the form span.`,
    )
  if (align?.by === 'text' && isMarked)
    problems.value(
      [...path, 'align', 'by'],
      `"${text.id}" says which stretch of a text an entry is, and entries are laid side by side by that.`,
      'Write by: overlap.',
    )
  if (evidence && isMarked)
    problems.key(
      [...path, 'evidence'],
      'What is quoted from a search is no stretch of a text that is shown.',
      `Take "evidence" out, or let the first question about "${text.on}" be of the form text.`,
    )
}

const inWords = (kind: string) => (kind === ITEM ? 'the item' : `"${kind}"`)

/** The questions that take where a quotation is from are texts about the entry, in the stage of the list, and not its own words. */
function checkEvidence(file: ProtocolFile, { question, stage, path }: Asked, problems: ProblemList): void {
  const { evidence, of } = question
  if (!evidence) return
  const textId = textOf(file, question)?.id
  const texts = (file.stages[stage]?.questions ?? []).filter(({ form, on }) => form === 'text' && on === of)
  const questionNames = texts.map(({ id }) => id).filter((id) => id !== textId)
  for (const [word, name] of Object.entries(evidence)) {
    const wordPath = [...path, 'evidence', word]
    if (!questionNames.includes(name))
      problems.value(
        wordPath,
        `"${name}" is no other question of the form text about "${of}" in this stage.`,
        questionNames.length > 0
          ? suggestion(name, questionNames, 'question')
          : `Add one behind the list: - {id: ${name}, on: ${of}, ask: ..., form: text}.`,
      )
  }
  if (evidence.url === evidence.query)
    problems.value([...path, 'evidence', 'query'], 'It takes the address already.', 'Name another question.')
  for (const [name, id] of Object.entries(evidence))
    for (const word of ['pattern', 'longest', 'takes'] as const)
      if (texts.find((each) => each.id === id)?.[word] !== undefined)
        problems.key(
          [...path, 'evidence', name],
          `"${id}" takes what a search brings, of which "${word}" says nothing.`,
          `Take "${word}" out of the question.`,
        )
}

/** Is it where the address of a quotation is written? */
export const isAddressOf = (file: ProtocolFile, { id, on }: FileQuestion): boolean =>
  askedIn(file).some(({ question }) => question.evidence?.url === id && question.of === on)

/** The kind of unit that the entries are; undefined where there is no such. */
function listedUnit(
  { units = [] }: ProtocolFile,
  { of }: FileQuestion,
  path: Path,
  problems: ProblemList,
): FileUnit | undefined {
  const kinds = units.filter(isListed).map(({ id }) => id)
  const unit = units.find(({ id }) => id === of)
  if (of === undefined)
    problems.key(
      path,
      '"of" is missing: which units are its entries?',
      kinds.length > 0
        ? `Name one of ${kinds.join(', ')}.`
        : 'Add a unit: - {id: fact, from: annotators}; and of: fact.',
    )
  else if (!unit) problems.value([...path, 'of'], `There is no unit "${of}".`, suggestion(of, kinds, 'unit'))
  else if (!isListed(unit))
    problems.value(
      [...path, 'of'],
      `The units "${of}" are not from annotators, who cannot list them.`,
      'Write from: annotators at the unit.',
    )
  return isListed(unit) ? unit : undefined
}

/** What is asked about entries stands behind their list. */
function checkAbout(file: ProtocolFile, list: Asked, askedQuestions: readonly Asked[], problems: ProblemList): void {
  const text = textOf(file, list.question)
  for (const about of askedQuestions.filter(({ question }) => question.on === list.question.of)) {
    if (about.question === text) checkText(about, problems)
    if (about.stage > list.stage || (about.stage === list.stage && about.place > list.place)) continue
    problems.value(
      [...about.path, 'on'],
      `"${about.question.id}" asks about units that "${list.question.id}", which comes after it, lists.`,
      `Move "${list.question.id}" up.`,
    )
  }
}

function checkMissingText(file: ProtocolFile, { question: list, stage, path }: Asked, problems: ProblemList): void {
  const texts = (file.stages[stage]?.questions ?? []).filter(({ form, on }) => canBeText(form) && on === list.of)
  if (list.text !== undefined && texts.length > 0)
    problems.value(
      [...path, 'text'],
      `"${list.text}" is no question of the form text or span about "${list.of}" in this stage.`,
      suggestion(
        list.text,
        texts.map(({ id }) => id),
        'question',
      ),
    )
  else
    problems.value(
      [...path, 'of'],
      `No question of this stage is the text of "${list.of}".`,
      `Add one behind the list: - {id: ${list.text ?? `${list.of}Text`}, on: ${list.of}, ask: ..., form: text}.`,
    )
}

/** The text of an entry, or its place, is what it is known by: always asked, and one in the end. */
function checkText({ question, path }: Asked, problems: ProblemList): void {
  const { on, form, required, when, settle, tie } = question
  const about = `"${question.id}" is the ${form === 'span' ? 'place' : 'text'} of "${on}"`
  if (form === 'span')
    for (const word of ['min', 'max', 'options'] as const)
      if (question[word] !== undefined)
        problems.key(
          [...path, word],
          `${about}: one stretch, without a label.`,
          word === 'options'
            ? `Ask for it instead: - {id: kind, on: ${on}, ask: ..., form: choice, options: [...]}.`
            : `Take "${word}" out. How many there are is said at the list.`,
        )
  if (when !== undefined)
    problems.value(
      [...path, 'when'],
      `${about}, which every entry has.`,
      'Take the condition out, or put it at the list.',
    )
  if (required === false)
    problems.value([...path, 'required'], `${about}, which every entry has.`, 'Take "required" out.')
  if (settle === 'aside')
    problems.value([...path, 'settle'], `${about}, of which one stands in the end.`, 'Use wording or decide.')
  if (tie === null)
    problems.value([...path, 'tie'], `${about}, which every entry has, also where votes are even.`, 'Take "tie" out.')
}
