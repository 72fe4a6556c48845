/** Resolves a file that fits the vocabulary: names, values, keys, places and expressions. */
import {
  type CheckDefinition,
  type Definition,
  ITEM,
  inLanguage,
  type MeasureDefinition,
  type PracticeDefinition,
  type QuestionDefinition,
  type StageDefinition,
  type UnitDefinition,
  wordsOfValue,
} from '@/lib/protocols/language/definition'
import { expressionReader } from '@/lib/protocols/language/expressions/parse-expression'
import type { Tree } from '@/lib/protocols/language/expressions/tree'
import { meets, parsePointer } from '@/lib/protocols/language/pointers'
import { type Path, type PathProblem, suggestion } from '@/lib/protocols/language/problems'
import type { FilePractice, FileQuestion, FileStage, ProtocolFile } from '@/lib/protocols/language/vocabulary'
import { headingText, plainHeading, sectionsOf } from '@/lib/text/markdown-sections'
import { type AskedQuestion, assignKeys, type Keyed, LIST_KEYS } from './assign-keys'
import { checkLanguages, DEFAULT_LANGUAGE } from './check-languages'
import { checkClasses, classesOf } from './define-classes'
import { checkEach } from './define-each'
import { checkEvaluate, evaluationsIn } from './define-evaluate'
import { checkGroup } from './define-group'
import { checkJoin } from './define-join'
import { checkLists, isAddressOf, isPlaceQuestion, isTextOfEntry, textOf, wholeOf } from './define-lists'
import { checkMigrations, migrationsOf } from './define-migrations'
import { checkNamesUnseen, checkPick, picksOf } from './define-picks'
import { checkPrefill, prefillOf } from './define-prefill'
import {
  checkKind,
  checkQuestion,
  hasOneValue,
  optionsInWords,
  optionsOf,
  requiredOf,
  settlingOf,
  valuesOf,
} from './define-questions'
import { checkContent, checkMarkedTexts, checkPlaces, defineUnits, goldPlace } from './define-record'
import { checkStageUnits, kindsShown, stageUnitsOf } from './define-stage-units'
import { checkTables, tablesOf } from './define-tables'
import { checkVotePlaces, checkVoting, votePlace } from './define-votes'
import {
  declarationsFor,
  type Looks,
  listName,
  looksOf,
  type NamedQuestion,
  type Standing,
  TEXT,
  type Vocabulary,
} from './expression-names'
import { ProblemList } from './problem-list'

const DEFAULT_RATERS = 2
const LONGEST_ANSWER = 10_000
/** The list of the rows of an item, where the file gives it no name. */
const DEFAULT_ROWS = 'rows'
/** Names that expressions have already, or that CEL keeps for itself. */
const RESERVED = [
  ...['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if', 'import'],
  ...['let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while', 'content', 'record', 'dyn', 'type'],
  ...['int', 'uint', 'double', 'bool', 'string', 'bytes', 'list', 'map', 'optional', 'cel', 'google', 'size', 'label'],
]
/** What a roll-up holds besides those of the file. */
const ROLL_UP_NAMES = ['label', 'counts']
/** And in the place of one what votes come to (compile/count-votes.ts). */
const TALLY_NAMES = ['votes', 'counted', 'soft']

/** The definition, or null, and every problem. */
export function define(file: ProtocolFile): { definition: Definition | null; problems: PathProblem[] } {
  const problems = new ProblemList()
  checkNames(file, problems)
  checkLanguages(file, problems)
  checkContent(file, problems)
  checkMarkedTexts(file, problems)
  checkLists(file, problems)
  checkVoting(file, problems)
  checkStageUnits(file, problems)
  const units = defineUnits(file, problems)
  const vocabulary = vocabularyOf(file)
  const context: Context = { file, vocabulary, units, problems }
  const stages = file.stages.map((stage, index) => defineStage(context, stage, index))
  const placed = stages.flatMap((stage, s) =>
    stage.questions.map((question, q) => ({ ...question, path: ['stages', s, 'questions', q, 'id'] })),
  )
  checkPlaces(file, units, placed, problems)
  checkVotePlaces(file, units, placed, problems)
  checkNamesUnseen(file, { units, questions: placed }, problems)
  const label = defineLabel(context)
  const record = recordDefinition(file)
  checkEach({ record, units, stages, label }, file.record, problems)
  checkGroup({ record, units, stages, label }, problems)
  checkJoin({ record, units, stages, label }, file, problems)
  checkTables(file, problems)
  checkMigrations(file, problems)
  checkSections(file, problems)
  checkPrefill(file, problems)
  const isTrueOrFalse = (stage: number, rollUp: string) => {
    const reading = reader(context, stage, ITEM)(file.stages[stage]?.rollUp?.[rollUp] ?? '')
    return reading.ok && reading.type === 'bool'
  }
  checkEvaluate(file, { stages, label, isTrueOrFalse }, problems)
  const practised = (file.practice ?? []).map(({ id }, index) => ({
    name: practiceKey(id, index),
    path: id ? ['practice', index, 'id'] : ['practice', index],
  }))
  problems.twice(practised, 'record to practise with')
  if (problems.problems.length > 0) return { definition: null, problems: problems.problems }
  return { definition: definitionOf(file, { record, units, stages, label }), problems: [] }
}

interface Context {
  file: ProtocolFile
  vocabulary: Vocabulary
  units: readonly UnitDefinition[]
  problems: ProblemList
}

function vocabularyOf(file: ProtocolFile): Vocabulary {
  return {
    questions: file.stages.flatMap(({ questions }, stage) =>
      questions.map((question, place): NamedQuestion => {
        const { id, on = ITEM, form, of } = question
        return {
          id,
          on,
          form,
          values: valuesOf(question),
          stage,
          place,
          ...(of === undefined ? {} : form === 'pick' ? { picks: of } : { lists: of }),
          ...(isTextOfEntry(file, question) ? { isText: true as const } : {}),
        }
      }),
    ),
    units: namedUnits(file),
    content: Object.keys(file.record.content),
    shown: file.stages.map(kindsShown),
  }
}

/** The kinds of unit that can be named in expressions: what is wrong with the others is said at their place. */
function namedUnits({ units = [] }: ProtocolFile): Vocabulary['units'] {
  const nameableUnits: { id: string; of: string | null }[] = []
  for (const unit of units) {
    const { id } = unit
    const of = wholeOf(unit)
    const isTaken = [id, listName(id)].some(
      (name) =>
        name === ITEM ||
        RESERVED.includes(name) ||
        nameableUnits.some((other) => [other.id, listName(other.id)].includes(name)),
    )
    if (!isTaken)
      nameableUnits.push({ id, of: of === ITEM || nameableUnits.some((other) => other.id === of) ? of : null })
  }
  return nameableUnits
}

/** Longer headings cannot be named, and only so many are looked through for the one that was meant. */
const LONGEST_HEADING = 300
const MOST_HEADINGS = 100

/** Every section that a question names is a heading of the guidelines, in each language in which it is named. */
function checkSections({ guidelines, language = DEFAULT_LANGUAGE, stages }: ProtocolFile, problems: ProblemList): void {
  const headings = new Map<string, string[]>()
  const headingsIn = (reader: string): string[] => {
    const found =
      headings.get(reader) ??
      sectionsOf(inLanguage(guidelines, reader, language)).flatMap(({ heading }) =>
        heading !== null && heading.length <= LONGEST_HEADING ? [plainHeading(heading)] : [],
      )
    headings.set(reader, found)
    return found
  }
  for (const [s, stage] of stages.entries())
    for (const [q, { section }] of stage.questions.entries()) {
      if (section === undefined) continue
      const path = ['stages', s, 'questions', q, 'section']
      const sectionByLanguage = typeof section === 'string' ? { [language]: section } : section
      for (const [reader, text] of Object.entries(sectionByLanguage)) {
        const knownHeadings = headingsIn(reader)
        if (knownHeadings.some((heading) => headingText(heading) === headingText(text))) continue
        problems.value(
          typeof section === 'string' ? path : [...path, reader],
          `The guidelines have no heading “${text}”.`,
          suggestion(text, knownHeadings.slice(0, MOST_HEADINGS), 'heading'),
        )
      }
    }
}

function checkNames({ record, units = [], stages }: ProtocolFile, problems: ProblemList): void {
  const kinds = units.map(({ id }, index) => ({ name: id, path: ['units', index, 'id'] }))
  const lists = kinds.map(({ name, path }) => ({ name: listName(name), path }))
  problems.twice([{ name: ITEM, path: [] }, ...kinds, ...lists], 'kind of unit or list of them')
  const namedQuestions = stages.flatMap((stage, s) =>
    stage.questions.map((question, q) => ({ question, name: question.id, path: ['stages', s, 'questions', q, 'id'] })),
  )
  const questions = namedQuestions.map(({ name, path }) => ({ name, path }))
  // A list may be called as its entries are called together: it is the same list of units.
  const isOwnList = ({ name }: { name: string }) =>
    namedQuestions.some(
      ({ question }) => question.form === 'list' && question.id === name && listName(question.of ?? '') === name,
    )
  problems.twice(
    [...lists.filter((list) => !isOwnList(list)), ...questions].filter(({ name }) => name !== TEXT),
    'question or list of units',
  )
  const reservedMessage = '"text" is what every unit has already, its own words.'
  for (const { name, path } of lists) if (name === TEXT) problems.value(path, reservedMessage, 'Give it another name.')
  for (const { question, name, path } of namedQuestions)
    if (name === TEXT) {
      const place = (question.on ?? ITEM) === ITEM ? '/text' : 'text'
      problems.value(
        path,
        reservedMessage,
        `Give it another name, such as "wording"; where records call it text, write record: {gold: {wording: ${place}}}.`,
      )
    }
  problems.twice(
    stages.map(({ id }, index) => ({ name: id, path: ['stages', index, 'id'] })),
    'stage',
  )
  const rollUps = stages.flatMap(({ rollUp = {} }, s) =>
    Object.keys(rollUp).map((name) => ({ name, path: ['stages', s, 'rollUp', name] })),
  )
  const builtInRollUps = stages.some(({ policy }) => policy === 'votes')
    ? [...ROLL_UP_NAMES, ...TALLY_NAMES]
    : ROLL_UP_NAMES
  problems.twice([...builtInRollUps.map((name) => ({ name, path: [] })), ...rollUps], 'roll-up')
  const content = Object.keys(record.content).map((name) => ({ name, path: ['record', 'content', name] }))
  for (const { name, path } of [...kinds, ...lists, ...questions, ...content])
    if (RESERVED.includes(name) && !(name === 'label' && path[0] !== 'units'))
      problems.value(path, `"${name}" has a meaning in expressions.`, 'Choose another name.')
  const questionNames = questions.map(({ name }) => name)
  for (const name of Object.keys(record.gold ?? {}))
    if (!questionNames.includes(name))
      problems.key(
        ['record', 'gold', name],
        `There is no question "${name}".`,
        suggestion(name, questionNames, 'question'),
      )
}

function defineStage(context: Context, stage: FileStage, index: number): StageDefinition {
  const { problems } = context
  const path = ['stages', index]
  if (stage.third !== undefined && stage.policy !== 'discussion')
    problems.key(
      [...path, 'third'],
      '"third" goes with the policy discussion.',
      'Take it out, or write policy: discussion.',
    )
  const keys = keysOf(context, stage, index)
  const questions = stage.questions.map((question, place) =>
    defineQuestion(context, question, { stage, index, place, keys }),
  )
  const rollUps = Object.entries(stage.rollUp ?? {}).map(([name, source]) => ({
    name,
    is: readValue(context, source, index, [...path, 'rollUp', name]),
  }))
  return {
    id: stage.id,
    title: stage.title ?? stage.id,
    raters: stage.raters ?? DEFAULT_RATERS,
    coverage: stage.coverage ?? 100,
    policy: stage.policy ?? 'reviewer',
    approve: stage.approve ?? false,
    third: stage.third ?? 'deadlock',
    guidelinesFirst: stage.guidelinesFirst ?? false,
    ...stageUnitsOf(stage, path, (source, kind, conditionPath) =>
      readCondition(context, source, { stage: index, kind, path: conditionPath, standing: 'before' }),
    ),
    questions,
    rollUps,
    checks: (stage.check ?? []).map((check, place) => defineCheck(context, check, index, [...path, 'check', place])),
    measures: defineMeasures(context, stage, path),
  }
}

/** The keys of a stage's options, by the question's id; behind them those of what is picked from, by place. */
function keysOf(context: Context, stage: FileStage, index: number): ReadonlyMap<string, string[]> {
  const { file, problems } = context
  const { language = DEFAULT_LANGUAGE } = file
  let digit = 0
  const listed = stage.questions.flatMap((question, place) => {
    const path = ['stages', index, 'questions', place]
    const askedQuestion: AskedQuestion = { condition: () => conditionOf(context, question, index) }
    const common = { on: question.on ?? ITEM, question: askedQuestion }
    // The options of sets and ranks are chosen by their own keys as well.
    const options = optionsOf(question, path).map(
      (option): Keyed => ({
        ...common,
        key: option.key,
        text: inLanguage(option.text ?? wordsOfValue(option.value), language, language),
        path: option.path,
      }),
    )
    // Of several picks the second goes on counting where the first ended.
    const picked = Array.from({ length: picksOf(question, file)?.most ?? 0 }, (_, index): Keyed => {
      digit += 1
      return {
        ...common,
        key: undefined,
        text: `${question.of} ${index + 1} of ${question.id}`,
        wanted: String(digit),
        path,
      }
    })
    return [...options, ...picked].map((keyed) => ({ question, keyed }))
  })
  const keyed = listed.map((each) => each.keyed)
  const assigned = assignKeys(keyed, stage.questions.some(({ form }) => form === 'list') ? LIST_KEYS : [])
  problems.problems.push(...assigned.problems)
  const keys = new Map<string, string[]>()
  for (const [index, { question }] of listed.entries())
    keys.set(question.id, [...(keys.get(question.id) ?? []), assigned.keys[index] ?? ''])
  return keys
}

interface QuestionPlace {
  stage: FileStage
  index: number
  place: number
  keys: ReadonlyMap<string, string[]>
}

function defineQuestion(context: Context, question: FileQuestion, questionPlace: QuestionPlace): QuestionDefinition {
  const { file, vocabulary, problems } = context
  const path = ['stages', questionPlace.index, 'questions', questionPlace.place]
  const isPlace = isPlaceQuestion(file, question)
  const isListed = file.units?.some(({ id, from }) => id === question.on && from === 'annotators') ?? false
  const taken = [...(file.units ?? []), ...file.stages.flatMap(({ questions }) => questions)].map(({ id }) => id)
  checkQuestion(question, { stage: questionPlace.stage, about: { isListed, isPlace, taken }, path, problems })
  checkPick(question, file, path, problems)
  const kinds = vocabulary.units.map(({ id }) => id)
  checkKind(question.on, kinds, path, problems)
  const keys = questionPlace.keys.get(question.id) ?? []
  const votes = votePlace(question, questionPlace.stage, file, problems)
  const when = question.when === undefined ? null : readWhen(context, question, questionPlace, [...path, 'when'])
  const options = optionsOf(question, path)
  const picks = picksOf(question, file)
  return {
    id: question.id,
    on: question.on ?? ITEM,
    ask: question.ask,
    title: question.title ?? question.id,
    ...(question.section === undefined ? {} : { section: question.section }),
    form: question.form,
    options: options.map(({ value, text, says, tone, outside, exclusive }, place) => ({
      value,
      text: text ?? wordsOfValue(value),
      says,
      key: keys[place] ?? '',
      tone: tone ?? 'neutral',
      outside,
      ...(exclusive ? { exclusive: true as const } : {}),
    })),
    ...(question.form === 'span'
      ? { marks: { in: question.in ?? '', overlapping: question.overlapping ?? false } }
      : {}),
    ...listing(question, file),
    ...(picks ? { picks: { ...picks, keys: keys.slice(options.length) } } : {}),
    ...taking(question, file),
    // A mark is one stretch.
    min: isPlace ? 1 : (question.min ?? null),
    max: isPlace ? 1 : (question.max ?? null),
    step: question.step ?? null,
    pattern: question.pattern ?? null,
    longest: question.longest ?? LONGEST_ANSWER,
    when,
    required: requiredOf(question) || isTextOfEntry(file, question),
    settle: settlingOf(question, isPlace),
    ...(question.tie === undefined ? {} : { tie: question.tie }),
    gold: goldPlace(question, file, problems),
    ...(votes ? { votes } : {}),
  }
}

const listing = (question: FileQuestion, file: ProtocolFile): Pick<QuestionDefinition, 'list'> =>
  question.form === 'list'
    ? {
        list: {
          of: question.of ?? '',
          text: textOf(file, question)?.id ?? '',
          ...(question.align?.at === undefined ? {} : { alike: question.align.at }),
          ...(question.evidence ? { evidence: question.evidence } : {}),
        },
      }
    : {}

function taking(question: FileQuestion, file: ProtocolFile): Pick<QuestionDefinition, 'takes'> {
  if (question.takes) return { takes: question.takes }
  return isAddressOf(file, question) ? { takes: 'address' } : {}
}

const NEVER: Tree = { is: 'value', value: false }

interface ExpressionPlace {
  stage: number
  kind: string
  path: Path
  standing?: Standing
}

/** Reads an expression in a stage about a kind of unit, noting what is wrong with it; null where it cannot be read. */
function read(context: Context, source: string, expressionPlace: ExpressionPlace) {
  const { vocabulary, problems } = context
  const isKnown = expressionPlace.kind === ITEM || vocabulary.units.some(({ id }) => id === expressionPlace.kind)
  const reading = reader(
    context,
    expressionPlace.stage,
    isKnown ? expressionPlace.kind : ITEM,
    expressionPlace.standing,
  )(source)
  if (!reading.ok) {
    const { offset, message, fix } = reading.problem
    problems.within(expressionPlace.path, offset, message, fix)
    return null
  }
  const looks = looksOf(reading.tree, vocabulary)
  for (const { message, fix } of looks.problems) problems.value(expressionPlace.path, message, fix)
  return { ...reading, looks }
}

const readers = new WeakMap<Vocabulary, Map<string, ReturnType<typeof expressionReader>>>()
function reader({ vocabulary }: Context, stage: number, kind: string, standing: Standing = 'within') {
  const vocabularyReaders = readers.get(vocabulary) ?? new Map<string, ReturnType<typeof expressionReader>>()
  readers.set(vocabulary, vocabularyReaders)
  const key = `${stage} ${kind} ${standing}`
  const found = vocabularyReaders.get(key) ?? expressionReader(declarationsFor(vocabulary, stage, kind, standing))
  vocabularyReaders.set(key, found)
  return found
}

const isCondition = (type: string) => type === 'bool' || type === 'dyn'

/** An expression that is true or false. */
function readCondition(context: Context, source: string, expressionPlace: ExpressionPlace): Tree {
  const found = read(context, source, expressionPlace)
  if (found && !isCondition(found.type))
    context.problems.value(
      expressionPlace.path,
      'A condition is true or false; this is another value.',
      'Compare it with something.',
    )
  return found?.tree ?? NEVER
}

function readWhen(context: Context, question: FileQuestion, questionPlace: QuestionPlace, path: Path): Tree {
  const { problems } = context
  const found = read(context, question.when ?? '', { stage: questionPlace.index, kind: question.on ?? ITEM, path })
  if (!found) return NEVER
  if (!isCondition(found.type))
    problems.value(path, 'A condition is true or false; this is another value.', 'Compare it with something.')
  checkOrder(question, found.looks, questionPlace, path, problems)
  const isMeasured = isRated(question) && question.form !== 'set' && question.form !== 'span'
  const unmeasured = [...found.looks.questions].find(({ form }) => form === 'text' || form === 'links')
  if (isMeasured && (unmeasured || found.looks.texts))
    problems.value(
      path,
      `Agreement on "${question.id}" is computed from answers that are chosen, and its condition looks at ${unmeasured ? `"${unmeasured.id}", which is written` : 'a text'}.`,
      'Let the condition look at choices, sets, numbers and flags, or at content.',
    )
  return found.tree
}

/** Conditions look back only, so that they end and can be settled one after the other. */
function checkOrder(
  question: FileQuestion,
  looks: Looks,
  questionPlace: QuestionPlace,
  path: Path,
  problems: ProblemList,
): void {
  for (const other of looks.questions) {
    if (other.stage !== questionPlace.index || other.place < questionPlace.place) continue
    const isItself = other.id === question.id
    problems.value(
      path,
      isItself
        ? `"${question.id}" is asked only depending on itself.`
        : `"${question.id}" depends on "${other.id}", which comes after it.`,
      isItself
        ? 'Let it depend on another question.'
        : `Move "${other.id}" up; if it depends on "${question.id}" in turn, take one condition out.`,
    )
  }
}

/** An expression whose value is kept: true or false, a number, a text, or a list of these. */
function readValue(context: Context, source: string, stage: number, path: Path): Tree {
  const found = read(context, source, { stage, kind: ITEM, path })
  if (!found) return NEVER
  if (/unit_|map|type|list<list/.test(found.type))
    context.problems.value(
      path,
      'This gives whole units, not a value.',
      'Count them with size(...), or take an answer of each with .map(x, x.label).',
    )
  return found.tree
}

function defineCheck(
  context: Context,
  { when, on = ITEM, error, warn }: NonNullable<FileStage['check']>[number],
  stage: number,
  path: Path,
): CheckDefinition {
  const { problems, vocabulary } = context
  checkKind(
    on,
    vocabulary.units.map(({ id }) => id),
    path,
    problems,
  )
  if ((error === undefined) === (warn === undefined))
    problems.key(path, 'A check says either "error" or "warn".', 'Write one of the two: what is wrong, in a sentence.')
  const found = read(context, when, { stage, kind: on, path: [...path, 'when'] })
  if (found && !isCondition(found.type))
    problems.value(
      [...path, 'when'],
      'A condition is true or false; this is another value.',
      'Compare it with something.',
    )
  const looked = [...(found?.looks.questions ?? [])].filter((question) => question.stage === stage)
  const stageQuestions = vocabulary.questions.filter((question) => question.stage === stage)
  const question = [...looked, ...stageQuestions].find((each) => each.on === on) ?? looked[0] ?? stageQuestions[0]
  return { on, question: question?.id ?? '', when: found?.tree ?? NEVER, error: error ?? null, warn: warn ?? null }
}

/** Are its answers chosen from what is given, so that agreement on them can be computed? */
const isRated = ({ form }: Pick<FileQuestion, 'form'>): boolean =>
  ['choice', 'scale', 'flag', 'set', 'span', 'pick'].includes(form)

function defineMeasures(context: Context, stage: FileStage, path: Path): MeasureDefinition[] {
  const { problems } = context
  const byForm = ({ form }: FileQuestion) => (form === 'scale' ? 'ordinal' : 'nominal')
  // Where a mark is has no categories: it is compared with the list.
  const rated = stage.questions.filter(
    (question) =>
      isRated(question) && !isPlaceQuestion(context.file, question) && !hangsOnText(context, question, Number(path[1])),
  )
  if (!stage.measures)
    return rated.map((question) => ({ of: question.id, title: question.title ?? question.id, level: byForm(question) }))
  const rollUps = Object.keys(stage.rollUp ?? {})
  const measuredNames = [...rated.map(({ id }) => id), ...rollUps]
  problems.twice(
    stage.measures.map(({ of, id }, index) => ({
      name: id ?? of,
      path: [...path, 'measures', index, id === undefined ? 'of' : 'id'],
    })),
    'measure',
    stage.measures.some(({ classes }) => classes)
      ? 'Give the one with classes a name of its own: id.'
      : 'Take one of them out.',
  )
  return stage.measures.map(({ of, id, classes, title, level, values, unit }, index) => {
    const question = rated.find(({ id }) => id === of)
    const measurePath = [...path, 'measures', index]
    if (!measuredNames.includes(of))
      refuseMeasure(of, { stage, known: measuredNames }, [...measurePath, 'of'], problems)
    const source = stage.rollUp?.[of]
    if (source !== undefined) checkRated(context, { of, source, stage: Number(path[1]) }, [...measurePath, 'of'])
    checkLevel(level, question, [...measurePath, 'level'], problems)
    if (values) checkValues({ of, values, isQuestion: question !== undefined }, [...measurePath, 'values'], problems)
    if (measuredNames.includes(of))
      checkMeasuredClasses(stage, { id, classes, level }, { of, question }, measurePath, problems)
    return {
      of,
      ...(id === undefined ? {} : { id }),
      ...(classes && question ? { classes: classesOf(classes, optionsInWords(question)) } : {}),
      title: title ?? question?.title ?? of,
      level: level ?? (question ? byForm(question) : 'nominal'),
      ...(values ? { values: values.map(({ tone = 'neutral', ...each }) => ({ ...each, tone })) } : {}),
      ...(unit === undefined ? {} : { unit }),
    }
  })
}

function checkLevel(
  level: FileMeasure['level'] | undefined,
  question: FileQuestion | undefined,
  path: Path,
  problems: ProblemList,
): void {
  if (level !== undefined && level !== 'nominal' && ['set', 'span', 'pick'].includes(question?.form ?? ''))
    problems.value(path, 'Sets, spans and picks have no order.', 'Write nominal, or leave it out.')
  else if (level === 'interval' && question && !question.options && question.form !== 'scale')
    problems.value(path, 'Only numbers have intervals.', 'Write nominal, or leave it out.')
}

type FileMeasure = NonNullable<FileStage['measures']>[number]

/** Classes go with answers that are one value; a name of its own with classes, since each question is rated once by its values. */
function checkMeasuredClasses(
  stage: FileStage,
  { id, classes, level }: { [Word in 'id' | 'classes' | 'level']: FileMeasure[Word] | undefined },
  { of, question }: { of: string; question: FileQuestion | undefined },
  path: Path,
  problems: ProblemList,
): void {
  if (id !== undefined && !classes)
    problems.key(
      [...path, 'id'],
      `Without classes it is the measure of "${of}" itself.`,
      'Take "id" out, or add classes.',
    )
  else if (id !== undefined && id !== of && stage.questions.some((other) => other.id === id))
    problems.value(
      [...path, 'id'],
      `There is a question "${id}", whose figures are called so.`,
      'Give it another name.',
    )
  if (!classes) return
  if (!question || !hasOneValue(question)) {
    problems.key(
      [...path, 'classes'],
      `"classes" goes with a choice, a flag or a scale, and "${of}" is ${question ? `of the form ${question.form}` : 'a roll-up'}.`,
      'Take "classes" out.',
    )
    return
  }
  const values = optionsInWords(question).map(({ value }) => String(value))
  checkClasses(classes, { of, values }, [...path, 'classes'], problems)
  if (level === 'interval')
    problems.value([...path, 'level'], 'Classes have an order, and no distances.', 'Write ordinal or nominal.')
  else if (question.form === 'scale' && level !== 'nominal') checkOrderOfClasses(classes, question, path, problems)
}

/** Of a scale, classes are ordinal: they are stretches of it, from one end to the other. */
function checkOrderOfClasses(
  classes: NonNullable<FileMeasure['classes']>,
  question: FileQuestion,
  path: Path,
  problems: ProblemList,
): void {
  const scale = optionsOf(question, []).flatMap(({ value, outside }) => (outside ? [] : [String(value)]))
  const off = (question.outside ?? []).map(({ value }) => String(value))
  for (const [place, { of }] of classes.entries())
    for (const [at, value] of of.entries())
      if (off.includes(String(value)))
        problems.value(
          [...path, 'classes', place, 'of', at],
          `"${value}" lies off the scale, and has no place in its order.`,
          'Write level: nominal, or leave it out of the classes.',
        )
  const stretches = classes.flatMap(({ of }) => {
    const places = of.map((value) => scale.indexOf(String(value))).filter((place) => place >= 0)
    return places.length > 0 ? [{ from: Math.min(...places), to: Math.max(...places) }] : []
  })
  const isInOrder = (listed: typeof stretches) =>
    listed.every(({ from }, index) => from > (listed[index - 1]?.to ?? -1))
  if (!isInOrder(stretches) && !isInOrder(stretches.toReversed()))
    problems.key(
      [...path, 'classes'],
      'The classes are no stretches of the scale from one end to the other.',
      'Write them in its order, or level: nominal.',
    )
}

/** Nothing that is rated in the stage has this name. */
function refuseMeasure(
  of: string,
  { stage, known }: { stage: FileStage; known: readonly string[] },
  path: Path,
  problems: ProblemList,
): void {
  const other = stage.questions.find(({ id }) => id === of)
  const message =
    (other?.form === 'set' || other?.form === 'span') && other.when !== undefined
      ? `Agreement is computed without texts, and the condition of "${of}" looks at one.`
      : other
        ? `Answers to "${of}" are compared, not rated; that happens by itself.`
        : `There is no question or roll-up "${of}" in this stage.`
  problems.value(path, message, other ? 'Take it out.' : suggestion(of, known, 'question'))
}

/** The words of a measure are those for true and false of a roll-up; a question has its own. */
function checkValues(
  { of, values, isQuestion }: { of: string; values: readonly { value: boolean }[]; isQuestion: boolean },
  path: Path,
  problems: ProblemList,
): void {
  if (isQuestion)
    problems.key(path, `The answers to "${of}" have words already.`, 'Take "values" out: they go with roll-ups.')
  else if (values[0]?.value === values[1]?.value)
    problems.value(path, `Both say what ${String(values[0]?.value)} means.`, 'Say it once for true and once for false.')
}

/** When a question is asked, where that can be read; what is wrong with it is said elsewhere. */
function conditionOf(context: Context, { on = ITEM, when }: FileQuestion, stage: number): Tree | null {
  if (when === undefined) return null
  const isKnown = on === ITEM || context.vocabulary.units.some(({ id }) => id === on)
  const reading = reader(context, stage, isKnown ? on : ITEM)(when)
  return reading.ok ? reading.tree : null
}

/** Is it a set that is asked depending on a text? Such sets are only compared, since what is rated is read without texts. */
function hangsOnText(context: Context, question: FileQuestion, stage: number): boolean {
  if (question.form !== 'set' && question.form !== 'span') return false
  const condition = conditionOf(context, question, stage)
  if (!condition) return false
  const looks = looksOf(condition, context.vocabulary)
  return looks.texts || [...looks.questions].some((question) => question.form === 'text' || question.form === 'links')
}

/** A roll-up can be rated where it is true or false and follows from answers that are chosen. */
function checkRated(context: Context, rollUp: { of: string; source: string; stage: number }, path: Path): void {
  const { problems, vocabulary } = context
  const reading = reader(context, rollUp.stage, ITEM)(rollUp.source)
  if (!reading.ok) return
  if (reading.type !== 'bool')
    problems.value(
      path,
      `"${rollUp.of}" is not true or false, so that it has no categories.`,
      'Make a roll-up that compares it.',
    )
  const looks = looksOf(reading.tree, vocabulary)
  const written = [...looks.questions].find((question) => !isRated(question) && question.form !== 'list')
  if (written || looks.texts)
    problems.value(
      path,
      `Agreement is computed from choices, sets, spans, scales and flags, and "${rollUp.of}" looks at ${written ? `"${written.id}"` : 'a text'}.`,
      'Take the measure out, or let the roll-up look at what is chosen only.',
    )
}

function defineLabel(context: Context): Definition['label'] {
  const { file, problems } = context
  const { label, stages } = file
  if (!label) return null
  const names = stages.map(({ id }) => id)
  const index = label.stage === undefined ? stages.length - 1 : names.indexOf(label.stage)
  if (index < 0)
    problems.value(
      ['label', 'stage'],
      `There is no stage "${label.stage}".`,
      suggestion(label.stage ?? '', names, 'stage'),
    )
  problems.twice(
    label.values.map(({ value }, place) => ({ name: String(value), path: ['label', 'values', place, 'value'] })),
    'value',
  )
  const labelPointer = label.at === undefined ? null : parsePointer(label.at)
  for (const [name, entry] of Object.entries(file.record.content))
    if (labelPointer && meets(parsePointer(typeof entry === 'string' ? entry : entry.at), labelPointer))
      problems.value(
        ['label', 'at'],
        `The label stands in what annotators see as "${name}".`,
        'Point the content at something smaller.',
      )
  return {
    stage: names[Math.max(index, 0)] ?? '',
    values: label.values.map(({ value, text, tone }) => ({
      value,
      text: text ?? wordsOfValue(value),
      tone: tone ?? 'neutral',
    })),
    rules: Object.entries(label.rules).map(([key, { title, says, is }]) => ({
      key,
      title,
      says,
      is: readValue(context, is, Math.max(index, 0), ['label', 'rules', key, 'is']),
    })),
    at: labelPointer,
  }
}

/** What a file that names no paper says in its place. */
export const WITHOUT_PAPER = 'Written as a protocol file'

const DISCARD = [
  { value: 'broken', says: 'It is broken or cannot be read' },
  { value: 'unsuitable', says: 'It is no item for this work' },
  { value: 'other', says: 'Other' },
]

const practiceKey = (id: string | undefined, index: number) => id ?? `practice-${index + 1}`

const practiceIn = (practice: readonly FilePractice[]): PracticeDefinition[] =>
  practice.map(({ id, record, answers, why }, index) => ({
    key: practiceKey(id, index),
    record,
    ...(answers
      ? { answers: Object.entries(answers).map(([name, value]) => ({ ...unitAndQuestion(name), value })) }
      : {}),
    why: Object.entries(why).map(([name, text]) => ({ ...unitAndQuestion(name), text })),
  }))

function unitAndQuestion(name: string): { unit: string; question: string } {
  const dotIndex = name.lastIndexOf('.')
  return { unit: name.slice(0, dotIndex), question: name.slice(dotIndex + 1) }
}

function recordDefinition({ record, stages }: ProtocolFile): Definition['record'] {
  const pointer = (written: string | undefined) => (written === undefined ? null : parsePointer(written))
  const { offsets, group, each, join } = record
  return {
    id: pointer(record.id),
    title: pointer(record.title),
    domain: pointer(record.domain),
    source: pointer(record.source),
    content: Object.entries(record.content).map(([name, entry]) =>
      typeof entry === 'string'
        ? { name, at: parsePointer(entry), optional: false }
        : {
            name,
            at: parsePointer(entry.at),
            optional: entry.optional ?? false,
            ...(entry.form ? { form: entry.form } : {}),
          },
    ),
    hidden: Object.entries(record.hidden ?? {}).map(([name, at]) => ({ name, at: parsePointer(at) })),
    ...(record.identity ? { identity: record.identity } : {}),
    csv: record.csv ?? false,
    ...(join
      ? {
          join: Object.entries(join).map(([name, { file, by, key = by, optional = false }]) => ({
            name,
            file,
            by: parsePointer(by),
            key: parsePointer(key),
            optional,
          })),
        }
      : {}),
    ...(each ? { each: { at: parsePointer(each.at), keys: each.keys ?? [], skip: each.skip ?? [] } } : {}),
    ...(group ? { group: { by: group.by.map(parsePointer), as: group.as ?? DEFAULT_ROWS } } : {}),
    ...(stages.some(({ questions }) => questions.some(({ form }) => form === 'span'))
      ? { offsets: { unit: offsets?.unit ?? ('code points' as const), end: offsets?.end ?? ('exclusive' as const) } }
      : {}),
  }
}

function definitionOf(
  file: ProtocolFile,
  checkedParts: Pick<Definition, 'record' | 'units' | 'stages' | 'label'>,
): Definition {
  const { source } = file
  return {
    id: file.id,
    version: file.version,
    language: file.language ?? DEFAULT_LANGUAGE,
    title: file.title,
    summary: file.summary,
    source: source
      ? { paper: source.paper, section: String(source.section) }
      : { paper: WITHOUT_PAPER, section: file.id },
    ...(file.item === undefined ? {} : { item: file.item }),
    domains: file.domains ?? {},
    show: file.show.map(({ title, text, as }) => ({ title, content: text, as: as ?? 'text' })),
    ...checkedParts,
    ...(file.tables ? { tables: tablesOf(file) } : {}),
    discard: file.discard ?? DISCARD,
    guidelines: file.guidelines,
    ...(file.migrate ? { migrate: migrationsOf(file.migrate) } : {}),
    ...(file.practice ? { practice: practiceIn(file.practice) } : {}),
    ...(file.prefill ? { prefill: prefillOf(file) } : {}),
    ...(file.evaluate ? { evaluate: evaluationsIn(file) } : {}),
    tests: file.tests ?? [],
  }
}
