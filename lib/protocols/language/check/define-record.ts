/** Where content and answers stand in a record: every place read can be written, and none of them meet. */
import {
  type GoldPlace,
  ITEM,
  type Pointer,
  type SpanEntry,
  type UnitDefinition,
  unitStarts,
} from '@/lib/protocols/language/definition'
import { meets, parsePointer, writtenPointer } from '@/lib/protocols/language/pointers'
import { type Path, suggestion } from '@/lib/protocols/language/problems'
import type { FileQuestion, FileUnit, OptionValue, ProtocolFile } from '@/lib/protocols/language/vocabulary'
import { defineListed, isPlaceQuestion, listFor, listsMarks, textOf } from './define-lists'
import { definePlaced, picksOf } from './define-picks'
import { labelsOf } from './define-questions'
import { entriesPlace, fromRecord, type PlacedQuestion, type Places } from './places'
import { ProblemList } from './problem-list'

const isAbsolute = (written: string) => written.startsWith('/')
const isList = (written: string) => written.endsWith('[]')

/** A place in the record that is neither of a list nor within an entry. */
export function checkAbsolute(written: string | undefined, path: Path, problems: ProblemList): void {
  if (written === undefined) return
  if (!isAbsolute(written))
    problems.value(path, `"${written}" does not say where from.`, `Begin with a slash: /${written}.`)
  else if (isList(written))
    problems.value(path, 'A list of answers cannot stand here.', `Write ${written.slice(0, -2)}.`)
}

export function checkContent({ record, show }: ProtocolFile, problems: ProblemList): void {
  for (const name of ['id', 'title', 'domain', 'source'] as const)
    checkAbsolute(record[name], ['record', name], problems)
  const content = Object.keys(record.content)
  if (content.length === 0)
    problems.value(['record', 'content'], 'Annotators would see nothing of a record.', 'Name at least one text.')
  for (const [name, entry] of Object.entries(record.content))
    checkAbsolute(typeof entry === 'string' ? entry : entry.at, ['record', 'content', name], problems)
  for (const [name, written] of Object.entries(record.hidden ?? {})) {
    const path = ['record', 'hidden', name]
    checkAbsolute(written, path, problems)
    if (content.includes(name)) problems.key(path, `"${name}" is content as well.`, 'Take it out of one of the two.')
    for (const [other, entry] of Object.entries(record.content))
      if (meets(parsePointer(written), parsePointer(typeof entry === 'string' ? entry : entry.at)))
        problems.value(
          path,
          `What is hidden here is shown as "${other}".`,
          'Point the content at what may be seen only.',
        )
  }
  checkIdentity({ record }, problems)
  checkForms({ record, show }, problems)
  for (const [index, { text }] of show.entries()) {
    if (content.includes(text)) continue
    const isHidden = Object.hasOwn(record.hidden ?? {}, text)
    const message = isHidden ? `"${text}" is hidden from annotators.` : `There is no content called "${text}".`
    problems.value(['show', index, 'text'], message, suggestion(text, content, 'content'))
  }
}

/** An item is known by content that there is. */
function checkIdentity({ record }: Pick<ProtocolFile, 'record'>, problems: ProblemList): void {
  const content = Object.keys(record.content)
  const withKeys = (['group', 'each', 'join'] as const).find((word) => record[word] !== undefined)
  if (record.identity && withKeys)
    problems.key(
      ['record', 'identity'],
      `"identity" and "${withKeys}" do not go together: items are told apart by the keys under ${withKeys} as well.`,
      'Take "identity" out.',
    )
  for (const [index, name] of (record.identity ?? []).entries())
    if (!content.includes(name))
      problems.value(
        ['record', 'identity', index],
        `There is no content called "${name}".`,
        suggestion(name, content, 'content'),
      )
}

/** A list of texts is shown as a list. */
function checkForms({ record, show }: Pick<ProtocolFile, 'record' | 'show'>, problems: ProblemList): void {
  for (const [index, { text, as = 'text' }] of show.entries()) {
    const entry = record.content[text]
    if (typeof entry === 'object' && entry.form === 'texts' && as === 'text')
      problems.value(['show', index, 'text'], `"${text}" is a list of texts.`, 'Show it with as: list.')
  }
}

/** What spans are marked in is shown as it stands, once a stage, and not cut. */
export function checkMarkedTexts({ record, show, units = [], stages }: ProtocolFile, problems: ProblemList): void {
  const content = Object.keys(record.content)
  const marking = stages.flatMap(({ questions }, s) =>
    questions.flatMap((question, q) =>
      question.form === 'span' ? [{ ...question, stage: s, path: ['stages', s, 'questions', q] }] : [],
    ),
  )
  if (record.offsets !== undefined && marking.length === 0)
    problems.key(['record', 'offsets'], '"offsets" goes with questions of the form span.', 'Take it out.')
  for (const [index, { id, on, in: name, stage, path }] of marking.entries()) {
    if (record.csv)
      problems.key(
        ['record', 'csv'],
        `A row of a CSV file has no place for the spans of "${id}".`,
        'Write records as JSON Lines.',
      )
    if (name === undefined) {
      problems.key(path, '"in" is missing: which text is marked?', `Name one of ${content.join(', ')}.`)
      continue
    }
    const namePath = [...path, 'in']
    if (!content.includes(name))
      problems.value(namePath, `There is no content called "${name}".`, suggestion(name, content, 'content'))
    else if (!show.some(({ text, as = 'text' }) => text === name && as === 'text'))
      problems.value(namePath, `"${name}" is not shown as a text.`, `Add it under show: - {title: ..., text: ${name}}.`)
    else if (show.filter(({ text }) => text === name).length > 1)
      problems.value(
        namePath,
        `"${name}" is shown more than once, and can be marked in one place only.`,
        'Show it once.',
      )
    if (units.some(({ from, text }) => from === 'splitter' && text === name))
      problems.value(
        namePath,
        `"${name}" is cut into units, and spans cannot be marked in such a text yet.`,
        'Mark spans instead of asking about units, or the other way round.',
      )
    const other = marking.slice(0, index).find((each) => each.stage === stage && each.in === name)
    if (other)
      problems.value(
        namePath,
        `Another question of the stage, "${other.id}", has spans marked in "${name}"${other.on !== undefined && other.on === on ? `, and either could say where "${on}" is` : ''}.`,
        other.on === undefined && on === undefined
          ? 'Make one question of both, with a label for each kind of span, and overlapping: true where they may overlap.'
          : 'Let one of them be marked in another text, or take it out.',
      )
  }
}

/** The kinds of unit, each behind those it is part of. */
export function defineUnits({ units = [], record }: ProtocolFile, problems: ProblemList): UnitDefinition[] {
  const content = Object.keys(record.content)
  if (units.filter(({ from }) => from === 'splitter').length > 1)
    problems.value(['units'], 'One text at most is cut into units.', 'Give the others by the record.')
  if (units.filter(({ shuffled }) => shuffled).length > 1)
    problems.value(['units'], 'One kind of unit at most is shuffled.', 'Take "shuffled" out of the others.')
  checkPrefixes(units, problems)
  return units.map((unit, index) => {
    const path = ['units', index]
    const title = unit.title ?? unit.id
    if (unit.from === 'splitter') {
      checkSplitter(unit, content, path, problems)
      const eachPointer = unit.each === undefined ? {} : { given: parsePointer(unit.each) }
      return {
        id: unit.id,
        title,
        from: { splitter: unit.text ?? '', ...eachPointer },
        shuffled: false,
        ...prefixOf(unit),
      }
    }
    if (unit.from === 'annotators') return defineListed(unit, { units, before: units.slice(0, index), path, problems })
    if (unit.places)
      return {
        id: unit.id,
        title,
        from: definePlaced(unit, path, problems),
        shuffled: unit.shuffled ?? false,
        ...prefixOf(unit),
      }
    checkGiven(unit, units.slice(0, index), path, problems)
    const each = parsePointer(unit.each ?? '')
    const label = unit.label === undefined ? null : parsePointer(unit.label)
    const isAfter = units.slice(0, index).some(({ id }) => id === unit.of)
    const from = {
      each,
      of: isAfter ? (unit.of ?? null) : null,
      text: parsePointer(unit.text ?? ''),
      label,
      ...(unit.name === undefined ? {} : { name: parsePointer(unit.name) }),
      ...(unit.max === undefined ? {} : { max: unit.max }),
    }
    return { id: unit.id, title, from, shuffled: unit.shuffled ?? false, ...prefixOf(unit) }
  })
}

const prefixOf = ({ prefix }: FileUnit) => (prefix === undefined ? {} : { prefix })

/** Names of units tell their kinds apart, whatever their numbers are. */
function checkPrefixes(units: readonly FileUnit[], problems: ProblemList): void {
  const begins = units.map(({ id, prefix = `${id}-` }) => prefix)
  for (const [index, { prefix, from }] of units.entries()) {
    const path = ['units', index, 'prefix']
    if (prefix === undefined) continue
    if (from === 'annotators') continue
    if (begins.some((other, place) => place !== index && (other.startsWith(prefix) || prefix.startsWith(other))))
      problems.value(path, 'Names of other units begin in the same way.', 'Write another beginning.')
    if (/\d$/.test(prefix)) problems.value(path, 'A number follows it.', 'End it with a letter, _ or -.')
  }
}

function checkSplitter(unit: FileUnit, content: readonly string[], path: Path, problems: ProblemList): void {
  checkAbsolute(unit.each, [...path, 'each'], problems)
  for (const word of ['of', 'label', 'shuffled', 'places', 'name', 'max'] as const)
    if (unit[word] !== undefined)
      problems.key([...path, word], `"${word}" goes with units from the record.`, 'Take it out.')
  if (unit.text === undefined)
    problems.key(path, '"text" is missing: which content is cut?', `Name one of ${content.join(', ')}.`)
  else if (!content.includes(unit.text))
    problems.value(
      [...path, 'text'],
      `There is no content called "${unit.text}".`,
      suggestion(unit.text, content, 'content'),
    )
}

function checkGiven(unit: FileUnit, before: readonly FileUnit[], path: Path, problems: ProblemList): void {
  const wholes = before.filter(({ from }) => from === 'record').map(({ id }) => id)
  if (unit.each === undefined) {
    problems.key(
      path,
      '"each" is missing: which list has an entry for each?',
      'Add it, such as each: /sentences; or "places" where each has a field of its own.',
    )
  } else if (unit.of === undefined) checkAbsolute(unit.each, [...path, 'each'], problems)
  else if (isAbsolute(unit.each) || isList(unit.each))
    problems.value(
      [...path, 'each'],
      'The list of a part stands in the entry of its whole.',
      'Write its name without a slash.',
    )
  if (unit.of !== undefined && !wholes.includes(unit.of))
    problems.value(
      [...path, 'of'],
      `No unit from the record that stands before is called "${unit.of}".`,
      suggestion(unit.of, wholes, 'unit'),
    )
  for (const word of ['text', 'label', 'name'] as const)
    if (unit[word] !== undefined && isAbsolute(unit[word]))
      problems.value(
        [...path, word],
        'It stands in an entry of the list.',
        `Write ${unit[word].slice(1)} without a slash.`,
      )
}

/** Where the answers to a question stand. */
export function goldPlace(question: FileQuestion, file: ProtocolFile, problems: ProblemList): GoldPlace {
  const on = question.on ?? ITEM
  const unit = file.units?.find(({ id }) => id === on)
  const entry = file.record.gold?.[question.id]
  const path = ['record', 'gold', question.id]
  const written = entry === undefined ? defaultPlace(question, unit) : typeof entry === 'string' ? entry : entry.at
  const pointer = parsePointer(written)
  const goldObject = entry === undefined || typeof entry === 'string' ? {} : entry
  checkProposed(file, question, problems)
  if (isPlaceQuestion(file, question)) return placeOfMark(file, question, problems)
  const placeParts = { pointer, ...wayOfWriting(question, goldObject, { path, file, problems }) }
  if (!unit) {
    if (on === ITEM && entry !== undefined) checkAbsolute(written, path, problems)
    return { from: 'record', ...placeParts }
  }
  const list = unit.from === 'annotators' ? listFor(file, on) : undefined
  if (list)
    return {
      from: 'entry',
      ...placeParts,
      pointer: placeInEntry(file, question, { list, pointer, path, written, problems }),
    }
  checkPlaceOfUnits(unit, { path, written, problems })
  return { from: isAbsolute(written) ? 'list' : 'entry', ...placeParts }
}

/** Where a mark is stands in its entry, as its list says. */
function placeOfMark(file: ProtocolFile, question: FileQuestion, problems: ProblemList): GoldPlace {
  const list = listFor(file, question.on ?? ITEM)
  const path = ['record', 'gold', question.id]
  if (file.record.gold?.[question.id] !== undefined)
    problems.key(
      path,
      `"${question.id}" says where an entry of "${list?.id}" is, which stands in the entry.`,
      `Take it out, and say there what offsets and words are called: ${list?.id}: {at: ..., place: [start, end], quote: text}.`,
    )
  const goldEntry = list && file.record.gold?.[list.id]
  // What is wrong with it is said at the list.
  const entry = spanEntry(question, typeof goldEntry === 'object' ? goldEntry : {}, path, new ProblemList())
  return { from: 'entry', pointer: [], values: [], separator: null, ...(entry ? { entry } : {}) }
}

/** What of a list of marks cannot be, or cannot be yet. */
function checkMarksWritten(
  question: FileQuestion,
  goldObject: Partial<GoldObject>,
  path: Path,
  problems: ProblemList,
): void {
  const { label, ...named } = goldObject
  spanEntry({ ...question, form: 'span' }, named, path, problems)
  if (label !== undefined)
    problems.key(
      [...path, 'label'],
      `What is said of an entry of "${question.id}" is the answer to a question about it.`,
      `Take it out, and write its name at the question: kind: ${label}.`,
    )
  if ([...(goldObject.place ?? []), goldObject.quote].some((name) => typeof name === 'number'))
    problems.value(
      goldObject.place ? [...path, 'place'] : path,
      `Entries of "${question.id}" are objects, which have answers as well.`,
      'Write the names of fields: [start, end].',
    )
  if (goldObject.texts !== undefined)
    problems.key(
      [...path, 'texts'],
      `The entries of "${question.id}" are stretches of a text, which words alone do not name.`,
      'Take it out, so that entries are objects.',
    )
  if (goldObject.proposed !== undefined)
    problems.key(
      [...path, 'proposed'],
      `Stretches for "${question.id}" cannot be proposed by a record yet.`,
      'Take it out, and import what machines marked as labels of a project of its own.',
    )
}

/** Where in an entry of a list the answer to a question about it stands; all of it where entries are texts. */
function placeInEntry(
  file: ProtocolFile,
  question: FileQuestion,
  {
    list,
    pointer,
    path,
    written,
    problems,
  }: { list: FileQuestion; pointer: Pointer; path: Path; written: string; problems: ProblemList },
): Pointer {
  if (isAbsolute(written))
    problems.value(
      path,
      `Answers about what "${list.id}" lists stand in its entries.`,
      'Write a name within the entry, without a slash.',
    )
  if (!holdsTexts(file, list)) return pointer
  if (textOf(file, list) !== question) {
    problems.value(
      ['record', 'gold', list.id, 'texts'],
      `The entries of "${list.id}" are texts, which hold no answer to "${question.id}".`,
      'Take "texts" out, so that entries are objects.',
    )
    return pointer
  }
  if (file.record.gold?.[question.id] !== undefined)
    problems.key(path, `The entries of "${list.id}" are texts, so that this is all of an entry.`, 'Take it out.')
  return []
}

function checkPlaceOfUnits(
  unit: FileUnit,
  { path, written, problems }: { path: Path; written: string; problems: ProblemList },
): void {
  if (isAbsolute(written) && !isList(written))
    problems.value(
      path,
      `There is an answer for each ${unit.id}, but only one place for it.`,
      `Write ${written}[] for a list, or a name within the entry.`,
    )
  if (isAbsolute(written) && unit.of !== undefined)
    problems.value(
      path,
      'Answers about parts stand in their entries.',
      'Write a name within the entry, without a slash.',
    )
  if (!isAbsolute(written) && entriesAreTexts(unit))
    problems.value(
      path,
      `The entries of "${unit.id}" are texts, which hold no answers.`,
      `Write a list: /${written}[].`,
    )
}

/** Does a record have these units as plain texts? */
const entriesAreTexts = ({ from, text, each }: FileUnit): boolean =>
  from === 'splitter' ? each !== undefined : from === 'record' && text === undefined

/** Are the entries of a list written as texts? */
function holdsTexts({ record }: ProtocolFile, { id }: FileQuestion): boolean {
  const entry = record.gold?.[id]
  return typeof entry === 'object' && entry.texts === true
}

type GoldObject = Exclude<NonNullable<ProtocolFile['record']['gold']>[string], string>

/** How answers are written at their place. */
export function wayOfWriting(
  question: FileQuestion,
  goldObject: Partial<GoldObject>,
  { path, file, problems }: { path: Path; file: ProtocolFile; problems: ProblemList },
): Pick<GoldPlace, 'values' | 'separator' | 'empty' | 'entry' | 'texts' | 'proposed'> {
  const { separator = null, empty } = goldObject
  if (separator !== null && !['set', 'rank', 'pick'].includes(question.form))
    problems.key([...path, 'separator'], '"separator" goes with the forms set, rank and pick.', 'Take it out.')
  if (separator !== null && question.form === 'pick' && (question.max ?? 1) === 1)
    problems.key([...path, 'separator'], 'One is picked, so that nothing has to be parted.', 'Take it out.')
  if (empty !== undefined) checkEmpty(question, { empty, csv: file.record.csv }, path, problems)
  const isOfMarks = listsMarks(file, question)
  if (isOfMarks) checkMarksWritten(question, goldObject, path, problems)
  const entry = isOfMarks ? null : spanEntry(question, goldObject, path, problems)
  for (const word of ['texts', 'proposed'] as const)
    if (goldObject[word] !== undefined && question.form !== 'list')
      problems.key([...path, word], `"${word}" goes with the form list.`, 'Take it out.')
  return {
    values: valuesWritten(
      question,
      answersOf(question, file).filter((each) => each !== empty || goldObject.values?.[String(each)] !== undefined),
      {
        values: goldObject.values,
        path: [...path, 'values'],
        problems,
      },
    ),
    separator,
    ...(empty === undefined ? {} : { empty }),
    ...(entry ? { entry } : {}),
    ...(goldObject.texts ? { texts: true as const } : {}),
    ...(goldObject.proposed === undefined ? {} : { proposed: parsePointer(goldObject.proposed) }),
  }
}

/** What a machine listed stands where the list does: in the record, or in the entry of the unit that the list is asked about. */
function checkProposed(file: ProtocolFile, question: FileQuestion, problems: ProblemList): void {
  const goldEntry = file.record.gold?.[question.id]
  if (typeof goldEntry !== 'object' || goldEntry.proposed === undefined || question.form !== 'list') return
  const path = ['record', 'gold', question.id, 'proposed']
  const { on = ITEM } = question
  const unit = file.units?.find(({ id }) => id === on)
  if (on === ITEM) checkAbsolute(goldEntry.proposed, path, problems)
  else if (isAbsolute(goldEntry.proposed) || isList(goldEntry.proposed))
    problems.value(path, `It stands in the entry of each ${on}.`, 'Write a name within the entry, without a slash.')
  if (unit?.from === 'annotators')
    problems.key(
      path,
      `Nothing can be proposed for "${on}", which annotators list themselves.`,
      'Take it out: proposals are for units that are there.',
    )
  if (!file.stages[0]?.questions.includes(question))
    problems.key(path, 'What a record proposes is proposed in the first stage.', 'Take it out.')
  if (meets(parsePointer(goldEntry.at), parsePointer(goldEntry.proposed)))
    problems.value(path, 'Annotators’ entries would be written over it.', 'Give the answers another place.')
}

/** How the entry of a span is written: as an object with names, or as a list with places. */
function spanEntry(
  { form, id, options }: FileQuestion,
  { place: said, quote, label }: Partial<GoldObject>,
  path: Path,
  problems: ProblemList,
): SpanEntry | null {
  if (form !== 'span') {
    for (const [word, value] of Object.entries({ place: said, quote, label }))
      if (value !== undefined)
        problems.key(
          [...path, word],
          `"${word}" goes with the form span${word === 'label' ? '' : ', and with lists of what is marked'}.`,
          'Take it out.',
        )
    return null
  }
  const place = said ?? ['start', 'end']
  const isListed = place.some((each) => typeof each === 'number')
  const names = [...place, quote, label].filter((each) => each !== undefined)
  if (names.some((each) => (typeof each === 'number') !== isListed))
    problems.value(
      path,
      'An entry is either an object with names, or a list with places.',
      'Write names for all of place, quote and label, or numbers from 0.',
    )
  if (new Set(names).size < names.length)
    problems.value(path, 'Two parts of an entry stand in one place.', 'Give each a name or a place of its own.')
  if (label !== undefined && !options)
    problems.key([...path, 'label'], `The spans of "${id}" have no labels.`, 'Add options, or take "label" out.')
  if (isListed && options && label === undefined)
    problems.key(path, `"label" is missing: where in an entry stands the label?`, 'Add it, such as label: 2.')
  return {
    start: place[0],
    end: place[1],
    quote: quote ?? (isListed ? null : 'text'),
    label: options ? (label ?? (isListed ? null : 'label')) : null,
  }
}

/** Only a value that stands alone can be written as a list of nothing, and a blank cell of a CSV file is no answer. */
function checkEmpty(
  { form, options = [] }: FileQuestion,
  { empty, csv }: { empty: OptionValue; csv: boolean | undefined },
  path: Path,
  problems: ProblemList,
): void {
  const alone = options.filter(({ exclusive }) => exclusive).map(({ value }) => value)
  if (form !== 'set') problems.key([...path, 'empty'], '"empty" goes with the form set.', 'Take it out.')
  else if (!alone.includes(empty))
    problems.value(
      [...path, 'empty'],
      `${JSON.stringify(empty)} is no exclusive value of the question.`,
      alone.length > 0 ? suggestion(String(empty), alone.map(String), 'value') : 'Add it with exclusive: true.',
    )
  else if (csv)
    problems.key(
      [...path, 'empty'],
      'A blank cell of a CSV file is no answer.',
      `Say how it is written instead: values: {${JSON.stringify(empty)}: none}.`,
    )
}

const defaultPlace = ({ id }: FileQuestion, unit: FileUnit | undefined): string => {
  if (!unit) return `/${id}`
  if (unit.from === 'annotators') return id
  return entriesAreTexts(unit) && unit.of === undefined ? `/${id}[]` : id
}

/** What can be answered, as far as the file says it: options, and the names of what is picked from. */
function answersOf(question: FileQuestion, file: ProtocolFile): OptionValue[] {
  if (question.form === 'flag') return [true, false]
  return [...(picksOf(question, file)?.names ?? []), ...labelsOf(question)]
}

function valuesWritten(
  question: FileQuestion,
  answerValues: readonly OptionValue[],
  {
    values = {},
    path,
    problems,
  }: {
    values: Readonly<Record<string, string | number | boolean | null>> | undefined
    path: Path
    problems: ProblemList
  },
): GoldPlace['values'] {
  // Names of what is picked from are compared as texts.
  const isAlike = (one: OptionValue, other: unknown) =>
    question.form === 'pick' ? String(one) === String(other) : one === other
  const written = new Map<string, string>()
  return Object.entries(values).flatMap(([name, value]) => {
    const answer = answerValues.find((each) => String(each) === name)
    const other = written.get(JSON.stringify(value))
    written.set(JSON.stringify(value), name)
    if (answer === undefined)
      problems.key(
        [...path, name],
        `Nobody can answer "${name}" to "${question.id}".`,
        suggestion(name, answerValues.map(String), 'value'),
      )
    else if (other !== undefined)
      problems.value(
        [...path, name],
        `"${other}" is written the same, so that it could not be read again.`,
        'Write each answer in its own way.',
      )
    else if (answerValues.some((each) => isAlike(each, value) && each !== answer && values[String(each)] === undefined))
      problems.value(
        [...path, name],
        `"${String(value)}" is written so as well, so that it could not be read again.`,
        'Write each answer in its own way.',
      )
    else if (value === null && question.form !== 'flag')
      problems.value(
        [...path, name],
        'null stands for what is not answered.',
        'Write the answer as a text, a number, true or false.',
      )
    return answer === undefined ? [] : [{ answer, written: value }]
  })
}

/** Places that would be written over, and gold that would be shown. */
export function checkPlaces(
  file: ProtocolFile,
  units: readonly UnitDefinition[],
  questions: readonly PlacedQuestion[],
  problems: ProblemList,
): void {
  const records = { units, questions }
  const stated = questions.filter(({ votes }) => !votes || votes.counted)
  const places = stated.flatMap(({ id, on, gold, list, path }) => {
    const answerPath = file.record.gold?.[id] === undefined ? path : ['record', 'gold', id]
    return fieldsOfAnswer(gold).map((pointer) => ({
      id,
      on,
      list,
      path: answerPath,
      pointer: fromRecord(on, { ...gold, pointer }, records),
      isEntry: gold.from === 'entry',
    }))
  })
  for (const [index, place] of places.entries()) {
    // What is said about entries stands in them, and so within their list.
    const isInList = (other: (typeof places)[number]) =>
      (other.list !== undefined && isWithin(place.on, other.list.of, units)) ||
      (place.list !== undefined && isWithin(other.on, place.list.of, units))
    const other = places
      .slice(0, index)
      .find((each) => each.id !== place.id && !isInList(each) && meets(each.pointer, place.pointer))
    if (other)
      problems.value(
        place.path,
        `The answers to "${place.id}" and to "${other.id}" stand in one place.`,
        'Give each a place of its own in record.gold.',
      )
    for (const [name, entry] of Object.entries(file.record.content)) {
      const pointer = parsePointer(typeof entry === 'string' ? entry : entry.at)
      if (meets(pointer, place.pointer))
        problems.value(
          place.path,
          `The answers to "${place.id}" stand in what annotators see as "${name}" (${writtenPointer(pointer)}).`,
          'Give them another place in record.gold, or point the content at something smaller.',
        )
    }
    for (const unit of units) {
      const unitPointers = unitPlaces(unit, records)
      if (
        unitPointers.some((pointer) => (place.isEntry ? same(pointer, place.pointer) : meets(pointer, place.pointer)))
      )
        problems.value(
          place.path,
          `The answers to "${place.id}" would be written over the units "${unit.id}".`,
          'Give them another place in record.gold.',
        )
    }
  }
  for (const { id, on, gold } of questions)
    if (gold.proposed) {
      const proposed = fromRecord(on, { ...gold, pointer: gold.proposed }, records)
      const others = places.filter((place) => place.id !== id || place.on !== on)
      checkUnseen(file, { id, proposed }, others, problems)
    }
}

/** The places of an answer: where a mark is stands in fields of its entry, beside other answers. */
const fieldsOfAnswer = ({ pointer, from, entry }: GoldPlace): Pointer[] =>
  from === 'entry' && pointer.length === 0 && entry
    ? [entry.start, entry.end, entry.quote].flatMap((name) => (name === null ? [] : [[String(name)]]))
    : [pointer]

/** What a machine proposes is shown to annotators, so that nothing of it may be hidden from them or be gold. */
function checkUnseen(
  { record, label }: ProtocolFile,
  { id, proposed }: { id: string; proposed: Pointer },
  places: readonly { id: string; pointer: Pointer }[],
  problems: ProblemList,
): void {
  const path = ['record', 'gold', id, 'proposed']
  const fix = 'Propose from another place of the record.'
  for (const [name, written] of Object.entries(record.hidden ?? {}))
    if (meets(parsePointer(written), proposed))
      problems.value(path, `Annotators would see "${name}", which is hidden from them, as a proposal.`, fix)
  for (const place of places)
    if (meets(place.pointer, proposed))
      problems.value(path, `Annotators would see the answers to "${place.id}" as a proposal.`, fix)
  if (label?.at !== undefined && meets(parsePointer(label.at), proposed))
    problems.value(path, 'Annotators would see the label as a proposal.', fix)
}

const same = (one: Pointer, other: Pointer) => one.length === other.length && meets(one, other)

/** Is a kind this one, or one that is listed for it? */
function isWithin(kind: string, whole: string, units: readonly UnitDefinition[]): boolean {
  if (kind === whole) return true
  const from = units.find(({ id }) => id === kind)?.from
  return from !== undefined && 'listedFor' in from && isWithin(from.listedFor, whole, units)
}

/** What of a record the units of a kind are read from; what annotators list is read as answers are. */
export function unitPlaces(unit: UnitDefinition, places: Places): Pointer[] {
  const entries = entriesPlace(unit.id, places)
  if ('splitter' in unit.from) return [unit.from.given ? entries : [...entries, 'text']]
  if ('listedFor' in unit.from) return []
  if ('places' in unit.from) return unitStarts(unit)
  const { text, label, name } = unit.from
  return [text, label, name].flatMap((pointer) => (pointer ? [[...entries, ...pointer]] : []))
}
