/** A stage of the file in the form of the interface. */
import type { Answers, Json, Subject, UnitDraft, Vote } from '@/lib/protocols/answers'
import { listComparison, setComparison, textComparison } from '@/lib/protocols/comparisons'
import {
  type ClassDefinition,
  type Definition,
  ITEM,
  inLanguage,
  isPlaceQuestion,
  labelQuestionOf,
  type MeasureDefinition,
  measureKey,
  placeQuestionOf,
  type QuestionDefinition,
  type StageDefinition,
  showsKind,
  wordForItem,
} from '@/lib/protocols/language/definition'
import { partsOfTree, type Tree } from '@/lib/protocols/language/expressions/tree'
import { withMadeUnits } from '@/lib/protocols/made-units'
import { spansOf } from '@/lib/protocols/marked-spans'
import { hasMarks, markedSpansOf, marksOf, overlappingMark } from '@/lib/protocols/marks'
import { isPick, pickedFrom, referencesIn } from '@/lib/protocols/picks'
import type { Comparison, Finding, Measure, Stage } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { SEGMENTS } from '@/lib/protocols/records'
import { sameValue } from '@/lib/protocols/same-value'
import { spanComparison } from '@/lib/protocols/span-comparison'
import { COUNTED, countVotes, softLabels, VOTES } from './count-votes'
import { pickMeasures, placeKey } from './pick-measures'
import { pickablesIn } from './pickables'
import { compileQuestion, type Languages } from './questions'
import { asJson, type Questions, questionsOf, Scope, startInGold } from './scope'
import { setMeasures } from './set-measures'
import { spanMeasures } from './span-measures'
import { HIDDEN, storedUnits, UNITS, unitsOf } from './units'
import { votePlacesOf } from './vote-places'

/** What every roll-up holds besides those that the file names. */
export const COUNTS = 'counts'
export const LABEL = 'label'

interface Context {
  definition: Definition
  questions: Questions
  stage: number
  languages: Languages
}

/** The stages of a definition, in the language of a reader. */
export function compileStages(definition: Definition, reader: string): Stage[] {
  const questions = questionsOf(definition)
  const languages = { reader, file: definition.language }
  const compiled: Stage[] = []
  for (const [index, stage] of definition.stages.entries())
    compiled.push(compileStage(stage, { definition, questions, stage: index, languages }, [...compiled]))
  return compiled
}

function compileStage(stage: StageDefinition, context: Context, before: readonly Stage[]): Stage {
  const { definition, languages } = context
  const words = (text: StageDefinition['title']) => inLanguage(text, languages.reader, languages.file)
  const units = definition.units.filter(({ id }) => showsKind(stage, id))
  const splitter = units.find(({ from }) => 'splitter' in from)
  const shuffled = units.find((unit) => unit.shuffled)
  const votePlaces = votePlacesOf(stage.questions)
  const isPicking = stage.questions.some(({ picks }) => picks)
  const isMarking = stage.questions.some((question) => placeQuestionOf(question, stage.questions))
  const isChecked = isPicking || isMarking || stage.checks.some(({ error }) => error !== null)
  const kindsWithNames = namedKinds(units)
  const listed = stage.questions.flatMap(({ list }) => list?.of ?? [])
  const ownSubject = ownSubjects((subject, answers) => {
    const prepared = { ...subject, units: subject.units.filter(({ kind }) => !listed.includes(kind)) }
    return withMadeUnits(compiled, prepared, answers)
  })
  const compiled: Stage = {
    key: stage.id,
    title: words(stage.title),
    raters: stage.raters,
    coverage: stage.coverage,
    consolidation: stage.policy,
    thirdRater: stage.third,
    approval: stage.approve ? 'second-reviewer' : 'automatic',
    unitKinds: [
      { kind: ITEM, text: words(wordForItem(definition)) },
      ...units.map(({ id, title }) => ({ kind: id, text: words(title) })),
    ],
    questions: stage.questions.map((question) => compileQuestion(question, context)),
    measures: stage.measures.flatMap((measure) => compileMeasure(measure, stage, context)),
    comparisons: stage.questions.flatMap((question) => comparisonOf(question, context, ownSubject)),
    // What is picked is rated by its name in the record.
    measuredContent: [...contentLookedAt(stage), ...(isPicking ? [UNITS] : [])],
    ...(listed.length > 0 ? { measuredKinds: listed } : {}),
    ...(stage.earlier && stage.earlier.length > 0 ? { showsEarlier: stage.earlier } : {}),
    units: (content, segments, earlier) => unitsOf(context, { content, segments, earlier }, before),
    ...(shuffled ? { shuffles: shuffled.id } : {}),
    ...(kindsWithNames.length > 0 ? { names: { kinds: kindsWithNames, of: nameOf } } : {}),
    ...(stage.guidelinesFirst ? { guidelinesFirst: true } : {}),
    shows: withoutHidden,
    segmentedText: (content) =>
      splitter && 'splitter' in splitter.from ? textOf(content, splitter.from.splitter) : null,
    resegments: context.stage === 0 && splitter ? splitter.id : null,
    ...(isChecked
      ? {
          check: (subject, answers) => [
            ...picksGone(compiled, subject, answers),
            ...marksOverlapping(compiled, subject, answers),
            ...checkAnswers(stage, context, subject, answers),
          ],
        }
      : {}),
    rollUp: (subject, answers) => rollUp(stage, context, withMadeUnits(compiled, subject, answers), answers),
    ...(stage.policy === 'votes'
      ? { tally: (subject, votes) => tally(compiled, { stage, context }, subject, votes) }
      : {}),
    ...(votePlaces ? { votePlaces } : {}),
  }
  return compiled
}

/** The kinds of unit that records have names for. */
const namedKinds = (units: Definition['units']): string[] =>
  units.flatMap(({ id, from }) => ('places' in from || ('each' in from && from.name) ? [id] : []))

/** What the record calls a unit that it gives. */
function nameOf(content: Json, unit: string): string | null {
  const name = storedUnits(content).find(({ key }) => key === unit)?.name
  return name === undefined ? null : String(name)
}

type OwnSubject = (subject: Subject, answers: Answers) => Subject

/**
 * Of a task with what everybody listed, what the annotator of these answers did, as conditions and expressions see it. Answers are compared unit
 * after unit, so that it is kept as long as they are there.
 */
function ownSubjects(make: OwnSubject): OwnSubject {
  const subjectCache = new WeakMap<Answers, { of: Subject; own: Subject }>()
  return (subject, answers) => {
    const found = subjectCache.get(answers)
    if (found?.of === subject) return found.own
    const annotatorSubject = make(subject, answers)
    subjectCache.set(answers, { of: subject, own: annotatorSubject })
    return annotatorSubject
  }
}

/** What annotators are given of the content; the units stand in the task itself. */
function withoutHidden(content: Json): Json {
  if (!isJsonRecord(content)) return content
  const { [HIDDEN]: _, [UNITS]: __, [SEGMENTS]: ___, ...shown } = content
  return shown
}

function textOf(content: Json, name: string): string | null {
  const text = isJsonRecord(content) ? content[name] : null
  return typeof text === 'string' && text.trim() !== '' ? text : null
}

/** Of gold, of votes, and of what these come to. */
const goldScope = ({ questions, stage }: Context, definition: StageDefinition, subject: Subject, answers: Answers) =>
  new Scope(questions, stage, subject, answers, (question) => startInGold(definition, question))

const scopeOf = ({ questions, stage }: Context, subject: Subject, answers: Answers) =>
  new Scope(questions, stage, subject, answers)

/** Of what is rated: where votes are counted, a rating is what counts as a vote; else an annotator's answers, with what these start from. */
const ratedScope = (context: Context, definition: StageDefinition, subject: Subject, answers: Answers) =>
  definition.policy === 'votes' ? goldScope(context, definition, subject, answers) : scopeOf(context, subject, answers)

function contentLookedAt(stage: StageDefinition): string[] {
  const names = new Set<string>()
  const visit = (tree: Tree) => {
    if (tree.is === 'field' && tree.of.is === 'name' && tree.of.name === 'content') names.add(tree.name)
    partsOfTree(tree).forEach(visit)
  }
  for (const { when } of stage.questions) if (when) visit(when)
  const rated = new Set(stage.measures.map(({ of }) => of))
  for (const { name, is } of stage.rollUps) if (rated.has(name)) visit(is)
  return [...names]
}

function compileMeasure(measured: MeasureDefinition, stage: StageDefinition, context: Context): Measure[] {
  const { of, title, level, unit } = measured
  const { definition, languages } = context
  const words = (text: MeasureDefinition['title']) => inLanguage(text, languages.reader, languages.file)
  const question = stage.questions.find(({ id }) => id === of)
  if (!question) return [rollUpMeasure(measured, stage, context)]
  if (measured.classes) return [classMeasure({ ...measured, classes: measured.classes }, question, stage, context)]
  const inOrder = question.options.filter(({ outside }) => level === 'nominal' || !outside)
  const answerTo = (subject: Subject, answers: Answers, unitDraft: UnitDraft) =>
    ratedScope(context, stage, subject, answers).answer(question, unitDraft)
  const head = {
    title: words(title),
    unitOfAnalysis: words(unit ?? unitTitle(definition, question.on)),
    unit: question.on,
  }
  if (question.form === 'set') return setMeasures(question, head, { words, answer: answerTo })
  if (question.form === 'span') return spanMeasures(question, head, { words, answer: answerTo })
  const { picks } = question
  if (picks) {
    const isShuffled = definition.units.some(({ id, shuffled }) => id === picks.of && shuffled)
    return pickMeasures({ ...question, picks }, head, { words, answer: answerTo, isShuffled })
  }
  const measure: Measure = {
    ...head,
    key: of,
    question: question.id,
    level,
    categories: inOrder.map(({ value, text, tone }) => ({ value: String(value), text: words(text), tone })),
    rating: (subject, answers, unitDraft) => {
      const answer = answerTo(subject, answers, unitDraft)
      return inOrder.some(({ value }) => value === answer) ? String(answer) : null
    },
  }
  return [measure]
}

/** Of a question whose values count together: an answer is rated as the class that it is in, and one that is in none is not rated. */
function classMeasure(
  measured: MeasureDefinition & { classes: readonly ClassDefinition[] },
  question: QuestionDefinition,
  stage: StageDefinition,
  context: Context,
): Measure {
  const { title, level, unit, classes } = measured
  const { definition, languages } = context
  const words = (text: MeasureDefinition['title']) => inLanguage(text, languages.reader, languages.file)
  const classOf = new Map(classes.flatMap(({ value, of }) => of.map((each) => [each, value] as const)))
  return {
    key: measureKey(measured),
    title: words(title),
    unitOfAnalysis: words(unit ?? unitTitle(definition, question.on)),
    unit: question.on,
    question: question.id,
    ofClasses: true,
    level,
    categories: classes.map((each) => ({ value: each.value, text: words(each.title), tone: each.tone })),
    rating: (subject, answers, unitDraft) => {
      const answer = ratedScope(context, stage, subject, answers).answer(question, unitDraft)
      return answer === null ? null : (classOf.get(String(answer)) ?? null)
    },
  }
}

const YES_OR_NO: NonNullable<MeasureDefinition['values']> = [
  { value: true, text: 'Yes', tone: 'neutral' },
  { value: false, text: 'No', tone: 'neutral' },
]

/** The word for one unit of a kind. */
const unitTitle = (definition: Definition, kind: string): MeasureDefinition['title'] =>
  definition.units.find(({ id }) => id === kind)?.title ?? wordForItem(definition)

function rollUpMeasure(
  { of, title, values = YES_OR_NO, unit: counted }: MeasureDefinition,
  stage: StageDefinition,
  context: Context,
): Measure {
  const { definition, languages } = context
  const words = (text: MeasureDefinition['title']) => inLanguage(text, languages.reader, languages.file)
  const found = stage.rollUps.find(({ name }) => name === of)
  return {
    key: of,
    title: words(title),
    unitOfAnalysis: words(counted ?? wordForItem(definition)),
    unit: ITEM,
    level: 'nominal',
    categories: values.map(({ value, text, tone }) => ({ value: String(value), text: words(text), tone })),
    rating: (subject, answers, unit) => {
      const value = found ? ratedScope(context, stage, subject, answers).value(found.is, unit) : null
      return typeof value === 'boolean' ? String(value) : null
    },
  }
}

/** Agreement of what has no categories, by the form of the question. */
function comparisonOf(question: QuestionDefinition, context: Context, ownSubject: OwnSubject): Comparison[] {
  const { definition, languages } = context
  const words = (text: QuestionDefinition['title']) => inLanguage(text, languages.reader, languages.file)
  const unitOfAnalysis = words(unitTitle(definition, question.on))
  const head = { key: question.id, title: words(question.title), unitOfAnalysis, unit: question.on }
  const answer = (subject: Subject, answers: Answers, unitDraft: UnitDraft) =>
    scopeOf(context, ownSubject(subject, answers), answers).answer(question, unitDraft)
  if (question.form === 'set')
    return [
      setComparison({
        ...head,
        entries: 'values',
        of: (subject, answers, unitDraft) => {
          const value = answer(subject, answers, unitDraft)
          return Array.isArray(value) ? value.map(String) : null
        },
      }),
    ]
  const { marks, list } = question
  const stageQuestions = definition.stages[context.stage]?.questions ?? []
  const common = {
    ...head,
    key: spansKey(question.id),
    questions: stageQuestions.filter((each) => each.marks).length,
  }
  if (list) {
    const entries = definition.units.find(({ id }) => id === list.of)
    const compared = listComparison({
      ...head,
      question: question.id,
      entries: `entries (${words(entries?.title ?? list.of)})`,
    })
    const place = placeQuestionOf(question, stageQuestions)
    if (!place) return [compared]
    const compiled = compileQuestion(question, context)
    const label = labelQuestionOf(question, stageQuestions)
    return [
      compared,
      spanComparison({
        ...common,
        labels: label?.options.map(({ value }) => value) ?? [],
        overlapping: place.marks.overlapping,
        textIn: ({ content }) => textOf(content, place.marks.in) ?? '',
        of: (subject, answers, unitDraft) =>
          hasMarks(compiled) && compiled.asked(ownSubject(subject, answers), answers, unitDraft)
            ? markedSpansOf(compiled, answers, unitDraft.key)
            : null,
      }),
    ]
  }
  // Where marks are is compared with their list, over the whole text.
  if (marks && isPlaceQuestion(definition, question)) return []
  if (marks)
    return [
      spanComparison({
        ...common,
        labels: question.options.map(({ value }) => value),
        overlapping: marks.overlapping,
        textIn: ({ content }) => textOf(content, marks.in) ?? '',
        of: (subject, answers, unitDraft) => spansOf(answer(subject, answers, unitDraft)),
      }),
    ]
  if (question.form === 'text' && question.settle !== 'aside')
    return [
      textComparison({
        ...head,
        of: (subject, answers, unitDraft) => {
          const value = answer(subject, answers, unitDraft)
          return typeof value === 'string' ? value : null
        },
      }),
    ]
  // Picks are rated as well, under the question's own key.
  if (question.form === 'pick') return [sameness({ ...head, key: `${question.id}-same` }, answer)]
  return question.form === 'number' || question.form === 'rank' ? [sameness(head, answer)] : []
}

/** The key of the comparison of spans, apart from those of measures. Names of questions have no hyphen. */
const spansKey = (question: string): string => `${question}-spans`

function sameness(
  head: Pick<Comparison, 'key' | 'title' | 'unitOfAnalysis' | 'unit'>,
  answer: (subject: Subject, answers: Answers, unit: UnitDraft) => Json,
): Comparison {
  return {
    ...head,
    sums: 2,
    compare: (subject, first, second, unit) => {
      const [one, other] = [answer(subject, first, unit), answer(subject, second, unit)]
      return one === null || other === null ? null : [1, sameValue(one, other) ? 1 : 0]
    },
    figures: [
      {
        key: 'same',
        title: 'The same answer',
        form: 'share',
        of: (sums) => (sums[0] ? { value: (sums[1] ?? 0) / sums[0] } : { value: null, reason: 'empty' }),
        ratio: { over: [0, 1], under: [1, 0] },
      },
    ],
  }
}

/** What was picked and is not there any more, after the item was imported anew; only where it is asked, so that it can be picked again. */
const picksGone = ({ questions }: Stage, subject: Subject, answers: Answers): Finding[] =>
  questions.filter(isPick).flatMap((question) =>
    subject.units
      .filter((unit) => unit.kind === question.unit && question.asked(subject, answers, unit))
      .filter(({ key }) => {
        const there = new Set(pickedFrom(question, subject.units, key).map((unit) => unit.key))
        return referencesIn(answers[key]?.[question.key]).some((picked) => !there.has(picked))
      })
      .map(({ key }) => ({
        unit: key,
        question: question.key,
        message: 'What was picked is not there any more. Pick again.',
      })),
  )

/** Marks of one list that overlap where they may not. */
const marksOverlapping = ({ questions }: Stage, subject: Subject, answers: Answers): Finding[] =>
  questions.filter(hasMarks).flatMap((question) =>
    question.list.marks.overlapping
      ? []
      : subject.units
          .filter((unit) => unit.kind === question.unit && question.asked(subject, answers, unit))
          .flatMap(({ key }) => overlappingMark(marksOf(question, answers, key)) ?? [])
          .map(({ entry }) => ({
            unit: entry,
            question: question.list.text,
            message: 'It overlaps another, and they may not overlap here. Move one of them, or take it out.',
          })),
  )

function checkAnswers(stage: StageDefinition, context: Context, subject: Subject, answers: Answers): Finding[] {
  const scope = scopeOf(context, subject, answers)
  const { reader, file } = context.languages
  return stage.checks.flatMap(({ on, question, when, error }) =>
    error === null
      ? []
      : scope
          .unitsOf(on)
          .filter((unit) => scope.isTrue(when, unit))
          .map((unit) => ({ unit: unit.key, question, message: inLanguage(error, reader, file) })),
  )
}

/** The roll-ups of the file, the label by each of its rules, and how often each answer was given. */
function rollUp(stage: StageDefinition, context: Context, subject: Subject, answers: Answers): { [key: string]: Json } {
  const { label } = context.definition
  const rolledUp = (tree: Tree) => {
    const scope = goldScope(context, stage, subject, answers)
    return asJson(scope.value(tree, scope.unitsOf(ITEM)[0]))
  }
  return {
    ...Object.fromEntries(stage.rollUps.map(({ name, is }) => [name, rolledUp(is)])),
    ...(label?.stage === stage.id
      ? { [LABEL]: Object.fromEntries(label.rules.map(({ key, is }) => [key, rolledUp(is)])) }
      : {}),
    [COUNTS]: counts(stage, goldScope(context, stage, subject, answers), subject),
  }
}

/** What follows from what votes come to, with how often each answer was voted for. */
function tally(
  compiled: Stage,
  { stage, context }: { stage: StageDefinition; context: Context },
  subject: Subject,
  votes: readonly Vote[],
): { [key: string]: Json } {
  const counted = countVotes(compiled, subject, votes)
  return {
    ...rollUp(stage, context, subject, counted),
    [VOTES]: votes.length,
    [COUNTED]: counted,
    ...softLabels(compiled, subject, votes),
    [COUNTS]: summed(
      votes.map((vote) => ({
        ...counts(stage, goldScope(context, stage, subject, vote.answers), subject),
        ...countedPlaces(compiled, subject, vote),
      })),
    ),
  }
}

/** How often each answer was given, of everybody together. */
function summed(all: readonly Counts[]): Counts {
  const sums = new Map<string, Map<string, number>>()
  for (const counted of all)
    for (const [question, answerCounts] of Object.entries(counted)) {
      const sum = sums.get(question) ?? new Map<string, number>()
      for (const [value, count] of Object.entries(answerCounts)) sum.set(value, (sum.get(value) ?? 0) + count)
      sums.set(question, sum)
    }
  return Object.fromEntries([...sums].map(([question, sum]) => [question, Object.fromEntries(sum)]))
}

/** The questions whose answers are counted; of lists their entries. */
export const isCounted = ({ form, options }: QuestionDefinition): boolean =>
  ['choice', 'scale', 'flag', 'set', 'list', 'pick'].includes(form) || (form === 'span' && options.length > 0)

/** Under which the entries of lists are counted. */
export const ENTRIES = 'entries'

/** The values in an answer; of spans their labels. */
const countedIn = (answer: Json): readonly Json[] =>
  spansOf(answer)?.map(({ label }) => label) ?? (Array.isArray(answer) ? answer : [answer])

/** By question and value. */
type Counts = { [question: string]: { [value: string]: number } }

function counts(stage: StageDefinition, scope: Scope, { content }: Subject): Counts {
  return Object.fromEntries(
    stage.questions.filter(isCounted).map((question) => {
      if (question.list) return [question.id, { [ENTRIES]: scope.unitsOf(question.list.of).length }]
      if (question.picks) return [question.id, countedNames(question, scope, content)]
      const values = scope.unitsOf(question.on).flatMap((unit) => countedIn(scope.answer(question, unit)))
      const count = (value: Json) => values.filter((each) => each === value).length
      return [question.id, Object.fromEntries(question.options.map(({ value }) => [String(value), count(value)]))]
    }),
  )
}

/** How often each name was picked, 0 where it never was, and each value that stands beside the units. */
function countedNames(question: QuestionDefinition, scope: Scope, content: Json): Counts[string] {
  const counted = new Map(question.options.map(({ value }) => [String(value), 0]))
  const add = (name: string, by: number) => counted.set(name, (counted.get(name) ?? 0) + by)
  for (const unit of scope.unitsOf(question.on)) {
    const answer = scope.answer(question, unit)
    const picked = referencesIn(answer)
    for (const { key, name } of pickablesIn(content, question, unit)) add(String(name), picked.includes(key) ? 1 : 0)
    if (answer !== null && picked.length === 0) add(String(answer), 1)
  }
  return Object.fromEntries(counted)
}

/** Of a vote for one unit whose order as seen is known: for which place it was. */
function countedPlaces({ questions }: Stage, { units }: Subject, { answers, shown }: Vote): Counts {
  return Object.fromEntries(
    questions.filter(isPick).map((question) => {
      const places = question.picks.keys.map((_, place) => [`place ${place + 1}`, 0])
      const counted: Counts[string] = Object.fromEntries(places)
      for (const { key, kind } of units) {
        const [picked, ...more] = kind === question.unit ? referencesIn(answers[key]?.[question.key]) : []
        const pickedKeys = new Set(pickedFrom(question, units, key).map((unit) => unit.key))
        const shownKeys = shown?.filter((each) => pickedKeys.has(each)) ?? []
        const place = picked === undefined || more.length > 0 ? -1 : shownKeys.indexOf(picked)
        if (place >= 0) counted[`place ${place + 1}`] = (counted[`place ${place + 1}`] ?? 0) + 1
      }
      return [placeKey(question.key), counted]
    }),
  )
}
