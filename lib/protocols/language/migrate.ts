/**
 * What `migrate` of a protocol file says about answers that were given under an earlier version: options and questions that are called
 * otherwise, answers that no longer count, and questions that finished items may be asked. Pure.
 */
import type { Json } from '@/lib/protocols/answers'
import {
  type Definition,
  type MeasureDefinition,
  type MigrationDefinition,
  type OptionDefinition,
  type QuestionDefinition,
  type StageDefinition,
  wordsOfValue,
} from './definition'
import { type DefinitionChange, definitionDifference, type Touched } from './difference'
import { renamedTree } from './expressions/renamed-tree'
import { type Path, type PathProblem, suggestion } from './problems'
import type { OptionValue } from './vocabulary'

/** What becomes of the answers to one question of the earlier version. */
export interface QuestionMove {
  stage: string
  /** The kind of unit. */
  on: string
  question: string
  /** What it is called now; null: its answers no longer count. */
  to: string | null
  /** What its values are called now; null: such an answer, or such a part of it, no longer counts. The others stand. */
  values: readonly { from: OptionValue; to: OptionValue | null }[]
  /** The values in the order in which sets of them are stored. */
  order: readonly OptionValue[]
  /** The question was a choice: each answer becomes a set of one. */
  toSet?: true
}

/** What moving a project from one version to another does to stored answers. */
export interface MovePlan {
  questions: readonly QuestionMove[]
  /** Questions of the later version that finished items may be asked. */
  asks: readonly { stage: string; question: string }[]
  /** Is there an entry for the earlier version? Roll-ups of gold are derived again then. */
  isWritten: boolean
}

/** A change, with what the file says about it. */
export interface PlannedChange extends DefinitionChange {
  /**
   * `renamed`: the answers count under another name; `dropped`: they are kept and no longer count; `asked`: finished items can be asked
   * again; `derived`: gold is derived again. null: what is touched stands against a move.
   */
  handled: 'renamed' | 'dropped' | 'asked' | 'derived' | null
}

const NO_PLAN: MovePlan = { questions: [], asks: [], isWritten: false }

/** Does a move by this plan leave all answers as they are? */
export const isEmptyPlan = ({ questions, asks, isWritten }: MovePlan): boolean =>
  questions.length === 0 && asks.length === 0 && !isWritten

const entryFor = ({ migrate = [] }: Definition, version: number): MigrationDefinition | undefined =>
  migrate.find(({ from }) => from === version)

/** What the later version says about answers given under the earlier one. Nothing where it has no entry for it. */
export function movePlan(before: Definition, after: Definition): MovePlan {
  const entry = entryFor(after, before.version)
  if (!entry) return NO_PLAN
  const questions = before.stages.flatMap((stage) =>
    stage.questions.flatMap((question): QuestionMove[] => {
      const questionPlace = { stage: stage.id, on: question.on, question: question.id }
      if (isDropped(entry, question)) return [{ ...questionPlace, to: null, values: [], order: [] }]
      const to = nameAfter(entry, question)
      const values = valuesAfter(entry, question)
      const order = questionIn(after, to)?.options.map(({ value }) => value) ?? []
      const isSetNow = becomesSet(entry, question)
      if (to === question.id && values.length === 0 && !isSetNow) return []
      return [{ ...questionPlace, to, values, order, ...(isSetNow ? { toSet: true } : {}) }]
    }),
  )
  const asks = after.stages.flatMap((stage) =>
    stage.questions.flatMap(({ id }) =>
      entry.ask.some((name) => idOf(name) === id) ? [{ stage: stage.id, question: id }] : [],
    ),
  )
  return { questions, asks, isWritten: true }
}

/** `label.verdict` and `verdict` are the same: ids of questions are unique in a file. */
export const idOf = (name: string): string => name.split('.').at(-1) ?? name

const isNamed = (name: string, stage: string, question: string): boolean =>
  name === question || name === `${stage}.${question}`

const questionIn = ({ stages }: Definition, id: string): QuestionDefinition | undefined =>
  stages.flatMap(({ questions }) => questions).find((question) => question.id === id)

const isDropped = ({ drop }: MigrationDefinition, { id }: QuestionDefinition): boolean =>
  drop.some(({ question, values }) => values === null && idOf(question) === id)

/** Questions are named by their name in the later version, or by the one that they had. */
const becomesSet = (entry: MigrationDefinition, question: QuestionDefinition): boolean =>
  (entry.toSet ?? []).some((name) => [question.id, nameAfter(entry, question)].includes(idOf(name)))

const nameAfter = ({ rename }: MigrationDefinition, { id }: QuestionDefinition): string =>
  rename.find(({ question, to }) => to !== null && idOf(question) === id)?.to ?? id

/** Values are named by the question's name in the later version, or by the one that it had. */
function valuesAfter(entry: MigrationDefinition, question: QuestionDefinition): QuestionMove['values'] {
  const names = [question.id, nameAfter(entry, question)]
  const of = (name: string) => names.includes(idOf(name))
  const optionOf = (text: string) => question.options.find(({ value }) => String(value) === text)?.value
  const renamed = entry.rename
    .filter(({ question: name }) => of(name))
    .flatMap(({ values }) => values.map(([from, to]) => ({ from: optionOf(from), to })))
  const dropped = entry.drop
    .filter(({ question: name, values }) => values !== null && of(name))
    .flatMap(({ values }) => (values ?? []).map((value) => ({ from: optionOf(String(value)), to: null })))
  return [...renamed, ...dropped].flatMap(({ from, to }) => (from === undefined ? [] : [{ from, to }]))
}

/** An answer under the later version; null: it no longer counts. Of a list, such as that of a set, each entry. */
export function movedValue({ to, values, order, toSet }: QuestionMove, value: Json): Json {
  if (to === null || value === null) return null
  const moved = (each: Json): Json => {
    const found = values.find(({ from }) => from === each)
    return found ? found.to : each
  }
  if (!Array.isArray(value)) {
    const now = moved(value)
    return toSet && now !== null ? [now] : now
  }
  const left = value.map(moved).filter((each, index, all) => each !== null && all.indexOf(each) === index)
  if (left.length === 0) return null
  const place = (each: Json) => order.indexOf(each as OptionValue)
  return isInOrder(value, values) ? left.toSorted((one, other) => place(one) - place(other)) : left
}

/** Sets are stored in the order of their options. A rank is in an order of its own, and no value of a rank can be renamed. */
const isInOrder = (value: readonly Json[], values: QuestionMove['values']): boolean =>
  value.some((each) => values.some(({ from }) => from === each))

/**
 * The changes between two versions with what the file says about each, those that touch stored answers first. What is touched is named as the
 * earlier version names it.
 */
export function plannedDifference(before: Definition, after: Definition): PlannedChange[] {
  const plan = movePlan(before, after)
  if (!plan.isWritten) return definitionDifference(before, after).map((change) => ({ ...change, handled: null }))
  const movedChanges = plan.questions.flatMap((move) => toldOf(move))
  const rest = definitionDifference(movedDefinition(before, plan), after).map((change): PlannedChange => {
    const touched = touchedBefore(change.touched, plan)
    return { ...change, touched, handled: handledBy({ ...change, touched }, plan) }
  })
  return [...movedChanges, ...rest]
}

function toldOf(move: QuestionMove): PlannedChange[] {
  const questionPath = `${move.stage}.${move.question}`
  const answers = (value: OptionValue | null): Touched => ({
    what: 'answers',
    stage: move.stage,
    on: move.on,
    question: move.question,
    value,
  })
  const change = (handled: 'renamed' | 'dropped', message: string, value: OptionValue | null): PlannedChange => ({
    weight: 'labels',
    at: questionPath,
    message,
    touched: answers(value),
    handled,
  })
  if (move.to === null) return [change('dropped', 'Its answers are kept and no longer count.', null)]
  const question =
    move.to === move.question ? [] : [change('renamed', `The question is called ${move.to} from now on.`, null)]
  const values = move.values.map(({ from, to }) =>
    to === null
      ? change('dropped', `${from} is kept where it was chosen, and no longer counts.`, from)
      : change('renamed', `${from} is called ${to} from now on.`, from),
  )
  const form = move.toSet
    ? [change('renamed', 'It was a choice and is a set: each answer is a set of one value.', null)]
    : []
  return [...question, ...form, ...values]
}

function handledBy({ touched, asks, weight }: DefinitionChange, plan: MovePlan): PlannedChange['handled'] {
  if (touched.what === 'gold') return 'derived'
  const isAsked = asks !== undefined && plan.asks.some(({ question }) => question === asks)
  return isAsked && touched.what === 'finished' && weight !== 'text' ? 'asked' : null
}

/** What is stored is called as it was before. Of a renamed question, all answers are counted. */
function touchedBefore(touched: Touched, { questions }: MovePlan): Touched {
  if (touched.what !== 'answers') return touched
  const move = questions.find(({ stage, to }) => stage === touched.stage && to === touched.question)
  return move ? { ...touched, question: move.question, value: move.values.length > 0 ? null : touched.value } : touched
}

/** The earlier version in the words of the later one: what is still another between the two is for people to answer for. */
export function movedDefinition(before: Definition, { questions: moves }: MovePlan): Definition {
  const tree = (of: NonNullable<QuestionDefinition['when']>) =>
    renamedTree(
      of,
      moves.flatMap(({ question, to, values, toSet }) =>
        to === null
          ? []
          : [
              {
                from: question,
                to,
                values: values.flatMap((each) => (each.to === null ? [] : [[each.from, each.to] as const])),
                ...(toSet ? { toSet } : {}),
              },
            ],
      ),
    )
  const moveOf = (id: string) => moves.find(({ question }) => question === id)
  const nameOf = (id: string) => moveOf(id)?.to ?? id
  const stageOf = (stage: StageDefinition): StageDefinition => ({
    ...stage,
    questions: stage.questions.flatMap((question) => {
      const move = moveOf(question.id)
      if (move?.to === null) return []
      const when = question.when && tree(question.when)
      return [move ? { ...movedQuestion(question, move), when } : { ...question, when }]
    }),
    ...(stage.units ? { units: stage.units.map(({ of, when }) => ({ of, when: when && tree(when) })) } : {}),
    ...(stage.earlier ? { earlier: stage.earlier.map(nameOf) } : {}),
    rollUps: stage.rollUps.map(({ name, is }) => ({ name, is: tree(is) })),
    checks: stage.checks.map((check) => ({ ...check, question: nameOf(check.question), when: tree(check.when) })),
    measures: stage.measures.map((measure) => movedMeasure(measure, moveOf(measure.of))),
  })
  return {
    ...before,
    stages: before.stages.map(stageOf),
    label: before.label && {
      ...before.label,
      rules: before.label.rules.map((rule) => ({ ...rule, is: tree(rule.is) })),
    },
  }
}

/** A measure of a question that is called otherwise, or whose values are. */
function movedMeasure(measure: MeasureDefinition, move: QuestionMove | undefined): MeasureDefinition {
  const { of, classes } = measure
  const namesNow = (value: string) => {
    const found = move?.values.find(({ from }) => String(from) === value)
    if (!found) return [value]
    return found.to === null ? [] : [String(found.to)]
  }
  return {
    ...measure,
    of: move?.to ?? of,
    ...(classes ? { classes: classes.map((each) => ({ ...each, of: [...new Set(each.of.flatMap(namesNow))] })) } : {}),
  }
}

function movedQuestion(question: QuestionDefinition, move: QuestionMove): QuestionDefinition {
  const moved = (value: OptionValue) => {
    const found = move.values.find(({ from }) => from === value)
    return found ? found.to : value
  }
  const seenValues = new Set<string>()
  const options = question.options.flatMap((option): OptionDefinition[] => {
    const value = moved(option.value)
    if (value === null || seenValues.has(String(value))) return []
    seenValues.add(String(value))
    // Words that were left out were the value's own.
    const text = option.text === wordsOfValue(option.value) ? wordsOfValue(value) : option.text
    return [{ ...option, value, text }]
  })
  return {
    ...question,
    id: move.to ?? question.id,
    title: question.title === question.id ? (move.to ?? question.id) : question.title,
    ...(move.toSet ? { form: 'set' as const } : {}),
    options,
    ...(question.tie == null ? {} : { tie: moved(question.tie) }),
    gold: {
      ...question.gold,
      values: question.gold.values.flatMap(({ answer, written }) => {
        const value = moved(answer)
        return value === null ? [] : [{ answer: value, written }]
      }),
    },
  }
}

/** What is wrong with what a version says about an earlier one, at its place in the file. Of other earlier versions nothing is looked at. */
export function migrationProblems(before: Definition, after: Definition): PathProblem[] {
  const entry = entryFor(after, before.version)
  if (!entry) return []
  const found: PathProblem[] = listedProblems(before, entry)
  const path = (...rest: (string | number)[]): Path => ['migrate', String(entry.from), ...rest]
  const earlier = before.stages.flatMap((stage) => stage.questions.map((question) => ({ stage: stage.id, question })))
  const find = (name: string) => earlier.find(({ stage, question }) => isNamed(name, stage, question.id))
  const unknown = (entryPath: Path, name: string, how: 'key' | 'value') =>
    found.push({
      path: entryPath,
      at: how,
      message: `Version ${before.version} has no question "${name}".`,
      fix: suggestion(
        name,
        earlier.map(({ stage, question }) => `${stage}.${question.id}`),
        'question',
      ),
    })
  for (const { question: name, to, values } of entry.rename) {
    const renamePath = path('rename', name)
    const source = find(earlierName(entry, name))
    if (!source) {
      unknown(renamePath, name, 'key')
      continue
    }
    const { question, stage } = source
    const target = after.stages
      .find(({ id }) => id === stage)
      ?.questions.find(({ id }) => id === (to ?? nameAfter(entry, question)))
    if (to !== null) found.push(...renameProblems(before, after, { entry, question, to, target, at: renamePath }))
    for (const [from, value] of values)
      found.push(...valueProblems({ before, question, target, from, to: value, at: renamePath }))
  }
  const becomingSets = (entry.toSet ?? []).map((name, index) => ({
    name,
    at: path('toSet', index),
    source: find(earlierName(entry, name)),
  }))
  for (const { name, at } of becomingSets.filter(({ source }) => !source)) unknown(at, name, 'value')
  found.push(
    ...becomingSets.flatMap(({ source, at }) => (source ? setProblems(after, entry, source.question, at) : [])),
  )
  for (const [index, { question: name, values }] of entry.drop.entries()) {
    const dropPath = values === null ? path('drop', index) : path('drop', index, name)
    const source = find(earlierName(entry, name))
    if (!source) unknown(dropPath, name, values === null ? 'value' : 'key')
    else {
      const target = questionIn(after, nameAfter(entry, source.question))
      for (const value of values ?? [])
        found.push(
          ...valueProblems({ before, question: source.question, target, from: String(value), to: null, at: dropPath }),
        )
    }
  }
  return found
}

/**
 * Answers about what annotators list also stand in suggestions of lists and in gold that was imported, and entries belong to their list:
 * a migration can change neither.
 */
function listedProblems(before: Definition, entry: MigrationDefinition): PathProblem[] {
  const listed = before.units.flatMap(({ id, from }) => ('listedFor' in from ? [id] : []))
  const path = (...rest: (string | number)[]): Path => ['migrate', String(entry.from), ...rest]
  const problem = (name: string, entryPath: Path, how: 'key' | 'value', takesOut: boolean): PathProblem[] => {
    const question = questionIn(before, idOf(earlierName(entry, name)))
    const isListed = question !== undefined && listed.includes(question.on)
    if (!question || !(isListed || (takesOut && question.list))) return []
    const message = isListed
      ? `"${question.id}" is asked about "${question.on}", which annotators list: such answers cannot be renamed or dropped.`
      : `"${question.id}" is a list, whose entries would be lost with it.`
    return [{ path: entryPath, at: how, message, fix: 'Keep it as it is, or give the protocol another id.' }]
  }
  return [
    ...entry.rename.flatMap(({ question }) => problem(question, path('rename', question), 'key', false)),
    ...(entry.toSet ?? []).flatMap((name, index) => problem(name, path('toSet', index), 'value', false)),
    ...entry.drop.flatMap(({ question, values }, index) =>
      values === null
        ? problem(question, path('drop', index), 'value', true)
        : problem(question, path('drop', index, question), 'key', true),
    ),
  ]
}

/** What a question was called that is named as it is now, or was. */
const earlierName = ({ rename }: MigrationDefinition, name: string): string =>
  rename.find(({ to }) => to !== null && idOf(name) === to)?.question ?? name

/** A choice of one value is a set of one, if sets of one may be given. */
function setProblems(
  after: Definition,
  entry: MigrationDefinition,
  question: QuestionDefinition,
  path: Path,
): PathProblem[] {
  const target = questionIn(after, nameAfter(entry, question))
  const problem = (message: string, fix: string): PathProblem[] => [{ path: path, at: 'value', message, fix }]
  if (question.form !== 'choice' || target?.form !== 'set')
    return problem(
      `"${question.id}" was a ${question.form}${target ? ` and is a ${target.form}` : ''}.`,
      'Name a question that was a choice and is a set.',
    )
  if ((target.min ?? 1) > 1)
    return problem(
      `A choice is a set of one value, and "${target.id}" asks for at least ${target.min}.`,
      `Take "min" out, or write drop: [${question.id}] and ask: [${target.id}].`,
    )
  return []
}

function renameProblems(
  before: Definition,
  after: Definition,
  {
    entry,
    question,
    to,
    target,
    at,
  }: {
    entry: MigrationDefinition
    question: QuestionDefinition
    to: string
    target: QuestionDefinition | undefined
    at: Path
  },
): PathProblem[] {
  if (questionIn(after, question.id))
    return [
      {
        path: at,
        at: 'key',
        message: `Version ${after.version} has a question "${question.id}" as well.`,
        fix: 'Give the new question another id, or take this out.',
      },
    ]
  if (questionIn(before, to))
    return [
      {
        path: at,
        at: 'value',
        message: `Version ${before.version} has a question "${to}" as well.`,
        fix: 'Give the question an id that it did not have.',
      },
    ]
  const form = becomesSet(entry, question) ? 'set' : question.form
  if (target?.on === question.on && target.form === form) return []
  return [
    {
      path: at,
      at: 'value',
      message: target
        ? `"${question.id}" was a ${question.form} about ${question.on}, and "${to}" is a ${target.form} about ${target.on}.`
        : `"${to}" is not in the stage in which "${question.id}" was.`,
      fix: `Write drop: [${question.id}] and ask: [${to}]: its answers cannot be answers to another question.`,
    },
  ]
}

interface NamedValue {
  before: Definition
  question: QuestionDefinition
  target: QuestionDefinition | undefined
  from: string
  to: OptionValue | null
  at: Path
}

function valueProblems({ before, question, target, from, to, at }: NamedValue): PathProblem[] {
  const path = to === null ? at : [...at, from]
  const problem = (message: string, fix: string): PathProblem[] => [{ path, at: 'key', message, fix }]
  const optionValues = question.options.map(({ value }) => String(value))
  if (question.form === 'rank' || question.form === 'span')
    return problem(
      question.form === 'rank'
        ? `"${question.id}" is an order of all its options.`
        : `The labels of spans, such as those of "${question.id}", cannot be renamed or dropped one by one.`,
      `Write drop: [${question.id}] and ask: [${question.id}].`,
    )
  if (!optionValues.includes(from))
    return problem(
      `Nobody could choose "${from}" in version ${before.version}.`,
      suggestion(from, optionValues, 'value'),
    )
  if (target?.options.some(({ value }) => String(value) === from))
    return problem(`"${from}" can still be chosen.`, 'Take it out here, or out of the options.')
  if (to !== null && !target?.options.some(({ value }) => value === to))
    return problem(
      `"${String(to)}" cannot be chosen.`,
      suggestion(String(to), target?.options.map(({ value }) => String(value)) ?? [], 'value'),
    )
  return []
}
