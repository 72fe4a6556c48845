/** What the gold of a file can score, by the forms of its questions: classes, sets and numbers, and the label of an item. */
import { z } from 'zod'
import type { Answers, Json, UnitDraft } from '@/lib/protocols/answers'
import { type ClassLabel, classScoring, majority, randomAmong } from '@/lib/protocols/evaluating/classes'
import { withDistributions } from '@/lib/protocols/evaluating/distributions'
import { labelAmong } from '@/lib/protocols/evaluating/labels'
import { ratioFigure } from '@/lib/protocols/evaluating/means'
import { aboutIn, itemIn, notALine, placeFields, refused, systemIn, textIn } from '@/lib/protocols/evaluating/read-line'
import { setScoring } from '@/lib/protocols/evaluating/sets'
import { spanScoring } from '@/lib/protocols/evaluating/spans'
import type { EvaluationTask, PredictionReading, Scoring, Target } from '@/lib/protocols/evaluation'
import {
  type Definition,
  type EvaluationDefinition,
  ITEM,
  ITEM_LABEL,
  inLanguage,
  type ListDefinition,
  labelQuestionOf,
  type QuestionDefinition,
  wordsOfValue,
} from '@/lib/protocols/language/definition'
import { valueAt } from '@/lib/protocols/language/pointers'
import { listSeedsSchema, MOST_ENTRIES, withMadeUnits } from '@/lib/protocols/made-units'
import { type MarkedSpan, MOST_SPANS, sameSpan, spansAnswer, spansOf } from '@/lib/protocols/marked-spans'
import { hasMarks, type MarkListQuestion, markedSpansOf } from '@/lib/protocols/marks'
import { referencesIn } from '@/lib/protocols/picks'
import type { Stage } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import type { GoldRecord } from '@/lib/protocols/records'
import { rolledUp } from '@/lib/protocols/rolled-up'
import { sameValue } from '@/lib/protocols/same-value'
import { codePointLength } from '@/lib/text/code-points'
import { optionFor } from './answers-in-records'
import { standingAnswers } from './count-votes'
import { segmentsOf } from './cut-pieces'
import { ownEvaluation, scoresValues } from './own-evaluation'
import { type Pickable, pickablesIn } from './pickables'
import { isAboutListed, isJudged, stepsJudging, stepsMarking } from './prefill/which-steps'
import { numbersIn } from './record-format'
import { initialOf, type Questions, questionsOf, Scope, startInGold } from './scope'
import { asSpans, isScored } from './scored-questions'
import { measureKeys } from './set-measures'
import { compileStages, LABEL } from './stage'
import { unitsBefore } from './units'

interface Context {
  definition: Definition
  questions: Questions
  stages: readonly Stage[]
  words(text: Definition['title']): string
}

/** The tasks of a file, in the order of its questions, and last the label of an item. */
export function compileEvaluations(definition: Definition, reader: string = definition.language): EvaluationTask[] {
  const words = (text: Definition['title']) => inLanguage(text, reader, definition.language)
  const stages = compileStages(definition, reader)
  const context = { definition, questions: questionsOf(definition), stages, words }
  const ofQuestions = definition.stages.flatMap(({ questions }, stage) =>
    questions.flatMap((question) => {
      const marks = asSpans(question, questions)
      // What annotators list themselves no system knows of; once it is listed, a later stage may ask about it.
      if (!marks && (!isScored(question) || isAboutListed(question, { questions }))) return []
      const isOfSets = marks !== null || ['set', 'span', 'pick'].includes(question.form)
      return [{ isOfSets, task: questionTask(marks ?? question, stage, context) }]
    }),
  )
  // The categories of whole sets and of spans are no labels that a system could give probabilities of.
  const byForm = [
    ...ofQuestions.map(({ isOfSets, task }) => ({
      task,
      whole: isOfSets ? [task] : withDistributions([task], stages),
    })),
    ...labelTask(context).map((task) => ({ task, whole: [task] })),
  ]
  if (definition.evaluate) return ownTasks(definition.evaluate, byForm, context)
  return byForm.flatMap(({ whole }) => whole)
}

/**
 * What the file says under `evaluate`, each on top of the task that its question has by its form: with `whole`, where each value is a class, also
 * what scores probabilities of values.
 */
function ownTasks(
  entries: readonly EvaluationDefinition[],
  byForm: readonly { task: EvaluationTask; whole: readonly EvaluationTask[] }[],
  context: Context,
): EvaluationTask[] {
  const setting = (of: string) => ({ values: valuesOf(of, context), words: context.words })
  return entries.flatMap((entry) => {
    const formEvaluation = byForm.find(({ task }) => task.key === entry.of)
    const bases =
      (scoresValues(entry) ? formEvaluation?.whole : formEvaluation && [formEvaluation.task]) ??
      rollUpTask(entry.of, context)
    return bases.map((base) => ownEvaluation(entry, base, setting(entry.of)))
  })
}

/** The values that an answer is one of, with their words; null where an answer is more than one value. */
function valuesOf(of: string, { definition, words }: Context): ClassLabel[] | null {
  const question = definition.stages.flatMap(({ questions }) => questions).find(({ id }) => id === of)
  if (question && !['choice', 'flag', 'scale'].includes(question.form)) return null
  const values =
    question?.options ?? (of === ITEM_LABEL ? (definition.label?.values ?? []) : valuesOfRollUp(of, definition))
  return values.map(({ value, text }) => ({ value: String(value), text: words(text) }))
}

/** True and false of a roll-up, in the words of its measure where it has one. */
function valuesOfRollUp(of: string, { stages }: Definition): readonly { value: boolean; text: Definition['title'] }[] {
  const measure = stages.flatMap(({ measures }) => measures).find((each) => each.of === of)
  return measure?.values ?? [true, false].map((value) => ({ value, text: wordsOfValue(value) }))
}

/** The names under which a line may give its value, besides the question's own. */
const VALUE_NAMES = ['label', 'value']

function questionTask(question: QuestionDefinition, stage: number, context: Context): EvaluationTask {
  const { definition, words } = context
  const { id: stageId = '', measures = [] } = definition.stages[stage] ?? {}
  const unit = definition.units.find(({ id }) => id === question.on)
  const measure = measureKeys(question.id, question)[0] ?? question.id
  return {
    ...commonOf(context, {
      key: question.id,
      title: words(question.title),
      summary: words(question.ask),
      stage: stageId,
    }),
    fields: fieldsOf(question.id, unit ? words(unit.title) : null, valueText(question)),
    example: [JSON.stringify(exampleLine(question, unit?.id))],
    // The measures of spans say whether anything is marked, those of several picks whether one is among them, which is not what a system says.
    // Nor are those of classes.
    ...(!question.marks &&
    !severalPicked(question) &&
    measures.some(({ of, classes }) => of === question.id && !classes)
      ? { measure }
      : {}),
    targets: (gold) => targetsOf(gold, { question, stage, stageId }, context),
    // Which units a question under a condition is asked of may tell what the question in its condition was answered.
    // Nor does a line of held-out items hold what is picked from.
    ...(question.when === null && !question.picks
      ? { heldOutTargets: (gold) => everyUnit(gold, { question, stage, stageId }, context) }
      : {}),
    recognises: (record) => isJsonRecord(record) && [question.id, ...VALUE_NAMES].some((name) => name in record),
    read: (record) =>
      readLine(record, question, {
        readAs: (value) => readValue(question, value),
        tooMuch: (value) => (question.marks ? tooManySpans(question, value) : null),
      }),
    scorings: () => [scoringOf(question, unit ? words(unit.title) : 'item', words)],
    ...fromPrefill(context, question, stage),
  }
}

const severalPicked = ({ picks, max }: QuestionDefinition): boolean => picks !== undefined && (max ?? 1) > 1

/** What a run of pre-fill proposed for the question, as a system's answers. What is picked are units, and lines of systems have the names of these. */
function fromPrefill(
  { definition }: Context,
  question: QuestionDefinition,
  stage: number,
): Pick<EvaluationTask, 'fromSteps' | 'fromQuestion' | 'fromProposals'> {
  if (question.picks) return {}
  const { id, marks } = question
  const judging = isJudged(question) ? stepsJudging(definition, id) : []
  const fromSteps = marks ? stepsMarking(definition, id) : judging
  if (fromSteps.length === 0) return {}
  const label = labelQuestionOf(question, definition.stages[stage]?.questions ?? [])?.id
  const spansProposed = (value: Json) => (question.list ? spansOfSeeds(question.list, label, value) : value)
  return {
    fromSteps,
    fromQuestion: id,
    fromProposals: (_, proposals) =>
      proposals
        .filter((proposal) => proposal.question === id)
        .map(({ unit, value }) => ({ unit, value: readValue(question, spansProposed(value)) ?? null })),
  }
}

/** Proposed entries of a list of marks as spans, each with what was proposed of the choice by which marks are told apart. */
function spansOfSeeds({ text }: ListDefinition['list'], label: string | undefined, value: Json): Json {
  const seeds = listSeedsSchema.safeParse(value)
  if (!seeds.success) return value
  return seeds.data.flatMap(({ values }): Json[] => {
    const [span] = spansOf(values[text]) ?? []
    const labelValue = label === undefined ? null : (values[label] ?? null)
    return span ? [{ start: span.start, end: span.end, label: labelValue }] : []
  })
}

function commonOf(
  { definition }: Context,
  head: Pick<EvaluationTask, 'key' | 'title' | 'summary' | 'stage'>,
): Pick<EvaluationTask, 'key' | 'title' | 'summary' | 'stage' | 'source' | 'strata' | 'parameters'> {
  const domains = Object.entries(definition.domains).map(([domain, text]) => [
    domain,
    inLanguage(text, definition.language, definition.language),
  ])
  return {
    ...head,
    source: definition.source,
    strata: definition.record.domain ? [{ key: 'domain', title: 'Domain', values: Object.fromEntries(domains) }] : [],
    parameters: z.object({}),
  }
}

const valueText = (question: QuestionDefinition): string => {
  const { form, options, gold, picks } = question
  if (form === 'number') return 'A number.'
  if (picks)
    return `What records call the unit${options.length > 0 ? `, or ${options.map(({ value }) => value).join(', ')}` : ''}; a list where several are picked.`
  if (form === 'span')
    return `A list of at most ${mostSpans(question).toLocaleString('en')} spans, {"start": 0, "end": 5${options.length > 0 ? ', "label": ...' : ''}}: offsets in code points, the end exclusive; [] for none.`
  const among = options
    .filter(({ value }) => value !== gold.empty)
    .map(({ value }) => value)
    .join(', ')
  return form === 'set' ? `A list of some of ${among}; [] for none.` : `One of ${among}.`
}

function fieldsOf(name: string, unit: string | null, value: string): EvaluationTask['fields'] {
  const place = unit
    ? [
        { name: 'unit', required: false, text: `The key of the ${unit}, or its number from 1.` },
        { name: 'text', required: false, text: 'Or its text; then the item may be left out.' },
      ]
    : []
  return [
    ...placeFields,
    ...place,
    { name, required: true, text: `${value} The field may also be called "label" or "value".`, mayAbstain: true },
  ]
}

function exampleLine(question: QuestionDefinition, unit: string | undefined): JsonRecord {
  const first = question.options.find(({ exclusive }) => !exclusive)
  const value = question.picks
    ? (question.picks.names?.[0] ?? 'first-system')
    : question.form === 'number'
      ? (question.min ?? 1)
      : (first?.value ?? null)
  const span = { start: 0, end: 5, ...(value === null ? {} : { label: value }) }
  return {
    system: 'model-a',
    item: '1',
    ...(unit === undefined ? {} : { unit: 1 }),
    [question.id]: question.form === 'span' ? [span] : question.form === 'set' ? [value] : value,
  }
}

const domainOf = ({ record }: Definition, source: Json): Target['strata'] => {
  const domain = record.domain ? valueAt(source, record.domain) : undefined
  return typeof domain === 'string' || typeof domain === 'number' ? { domain: String(domain) } : {}
}

function targetsOf(
  gold: GoldRecord,
  { question, stage, stageId }: { question: QuestionDefinition; stage: number; stageId: string },
  context: Context,
): Target[] {
  const { source, content, stages } = gold
  const { definition, questions, stages: compiled } = context
  const settled = stages[stageId]
  const compiledStage = compiled[stage]
  if (!settled || !compiledStage) return []
  const answers = standingAnswers(compiledStage, { content, units: settled.units }, settled)
  const subject = withMadeUnits(compiledStage, { content, units: settled.units }, answers)
  const stageDefinition = definition.stages[stage]
  const scope = new Scope(questions, stage, subject, answers, (each) =>
    stageDefinition ? startInGold(stageDefinition, each) : initialOf(each),
  )
  const listed = compiledStage.questions.filter(hasMarks).find(({ key }) => key === question.id)
  const numbers = numbersAmongAll(gold, stage, context)
  return scope.unitsOf(question.on).flatMap((unit, index) => {
    const answer = listed
      ? markedAnswer(listed, answers, unit.key, scope.isAsked(question, unit))
      : scope.answer(question, unit)
    // A set that was asked for and left empty is a set, unless the question has a value that says so.
    const isEmptySet = answer === null && canBeLeftEmpty(question) && scope.isAsked(question, unit)
    if (answer === null && !isEmptySet) return []
    const stated = question.picks
      ? namesPicked(answer, pickablesIn(content, question, unit))
      : question.marks
        ? answer
        : Array.isArray(answer) || isEmptySet
          ? withoutEmpty(question, answer)
          : typeof answer === 'number' && question.form === 'number'
            ? answer
            : String(answer)
    return [
      {
        ...namesOf(unit, numbers?.get(unit.key) ?? index),
        gold: stated,
        ...markedLength(question, content),
        strata: domainOf(definition, source),
      },
    ]
  })
}

/**
 * The place of each unit among all of its kind, where a stage shows only some of them: the third sentence is the third also where it is the only
 * one. null where a stage shows all of a kind.
 */
function numbersAmongAll(
  { source, content, stages: earlier }: GoldRecord,
  stage: number,
  { definition, questions, stages }: Context,
): ReadonlyMap<string, number> | null {
  if (!definition.stages[stage]?.units?.some(({ when }) => when)) return null
  const unitSource = { content, segments: segmentsOf(definition, source, content), earlier }
  return numbersIn(unitsBefore({ definition, questions, stage }, unitSource, stages.slice(0, stage)))
}

/** By what lines name a unit, `index`: its place among those of its kind. */
const namesOf = ({ key, kind, text }: UnitDraft, index: number): Pick<Target, 'unit' | 'number' | 'text'> =>
  kind === ITEM ? { unit: key, text: null } : { unit: key, number: index + 1, text }

/** The marks that gold lists as an answer of spans; none where it was asked and nothing is listed. */
const markedAnswer = (question: MarkListQuestion, answers: Answers, unit: string, isAsked: boolean): Json =>
  isAsked ? spansAnswer({}, markedSpansOf(question, answers, unit)) : null

/** The names of what was picked, in their order; of what was said instead, that. */
const namesPicked = (answer: Json, pickables: readonly Pickable[]): string[] => {
  const picked = referencesIn(answer)
  if (answer !== null && !Array.isArray(answer)) return [String(answer)]
  return pickables
    .filter(({ key }) => picked.includes(key))
    .map(({ name }) => String(name))
    .toSorted()
}

/** How long the text is that spans are marked in, in code points. */
function markedLength({ marks }: QuestionDefinition, content: Json): Pick<Target, 'length'> {
  const marked = marks && isJsonRecord(content) ? content[marks.in] : null
  return typeof marked === 'string' ? { length: codePointLength(marked) } : {}
}

/** All units of the kind that the question is about; with null as gold where it was left open. */
function everyUnit(gold: GoldRecord, stageQuestion: Parameters<typeof targetsOf>[1], context: Context): Target[] {
  const answered = new Map(targetsOf(gold, stageQuestion, context).map((target) => [target.unit, target.gold]))
  const { units, answers } = gold.stages[stageQuestion.stageId] ?? { units: [], answers: {} }
  const scope = new Scope(context.questions, stageQuestion.stage, { content: gold.content, units }, answers)
  const numbers = numbersAmongAll(gold, stageQuestion.stage, context)
  return scope.unitsOf(stageQuestion.question.on).map((unit, index) => ({
    ...namesOf(unit, numbers?.get(unit.key) ?? index),
    gold: answered.get(unit.key) ?? null,
    ...markedLength(stageQuestion.question, gold.content),
    strata: {},
  }))
}

const canBeLeftEmpty = ({ form, options }: QuestionDefinition): boolean =>
  form === 'set' && !options.some(({ exclusive }) => exclusive)

/** The values of a set; none where it is the value that stands for an empty one. */
const withoutEmpty = ({ gold }: QuestionDefinition, answer: Json): string[] =>
  Array.isArray(answer) ? answer.filter((value) => value !== gold.empty).map(String) : []

/** One system's word on one unit. */
function readLine(
  record: Json,
  { id: name, on }: { id: string; on: string },
  { readAs, tooMuch }: { readAs(value: Json): Json | undefined; tooMuch?(value: Json): string | null },
): PredictionReading {
  if (!isJsonRecord(record)) return notALine
  const field = [name, ...VALUE_NAMES].find((each) => each in record)
  if (field === undefined)
    return refused(name, `The line has no ${name}.`, `Add ${name}; null where the system abstained.`)
  const statedValue = record[field] ?? null
  const problem = tooMuch?.(statedValue) ?? null
  if (problem !== null) return refused(field, problem, 'Leave out those that the system is least sure of.')
  const value = readAs(statedValue)
  if (value === undefined) return refused(field, `${field} cannot be read.`, 'See the fields of the task.')
  const place = textIn(record, 'unit')
  const unit = on !== ITEM && place !== null && /^\d+$/.test(place) ? String(Number(place)) : place
  return {
    ok: true,
    predictions: [
      {
        system: systemIn(record),
        item: itemIn(record),
        unit,
        text: textIn(record, 'text'),
        value,
        ...aboutIn(record),
      },
    ],
  }
}

function readValue(question: QuestionDefinition, value: Json): Json | undefined {
  if (value === null) return null
  if (question.form === 'number') {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined
  }
  if (question.picks) return readPickedNames(question, value)
  const spellings = spellingsOf(question)
  if (question.marks) return readPredictedSpans(question, value, spellings)
  if (question.form !== 'set') return labelAmong(value, spellings)
  if (!Array.isArray(value)) return undefined
  const labels = value.map((each) => labelAmong(each, spellings))
  const validLabels = labels.filter((label) => label != null)
  if (validLabels.length < labels.length) return undefined
  return [...new Set(validLabels)].filter(
    (label) => question.gold.empty === undefined || label !== String(question.gold.empty),
  )
}

/** One name or several, as records write them. Each item has names of its own: what names nothing of an item is a wrong answer. */
function readPickedNames(question: QuestionDefinition, value: Json): Json | undefined {
  const { votes, gold } = question
  const written = votes ? [gold, { ...gold, ...votes.written }] : [gold]
  const names = (Array.isArray(value) ? value : [value]).map((entry) => {
    // In the words of gold, or of votes where these are others; never in one after the other.
    const goldPlace = written.find(({ values }) => values.some((each) => each.written === entry)) ?? gold
    const optionValue = optionFor({ ...question, gold: goldPlace }, entry, false)
    return typeof optionValue === 'string' || typeof optionValue === 'number' || typeof optionValue === 'boolean'
      ? String(optionValue)
      : null
  })
  const read = names.filter((name) => name !== null)
  return read.length < names.length || read.length === 0 ? undefined : [...new Set(read)].toSorted()
}

/** The spans of a line, as a list or as they are stored. */
const spansListed = (value: Json): Json => (isJsonRecord(value) ? (value.spans ?? null) : value)

/** As many as an annotator can mark: marks with questions are entries of a list. */
const mostSpans = ({ list }: QuestionDefinition): number => (list ? MOST_ENTRIES : MOST_SPANS)

/** What is wrong with a line of more spans than anybody could mark; null where there are not so many. */
function tooManySpans(question: QuestionDefinition, value: Json): string | null {
  const listed = spansListed(value)
  const most = mostSpans(question)
  if (!Array.isArray(listed) || listed.length <= most) return null
  const [given, allowed] = [listed.length, most].map((number) => number.toLocaleString('en'))
  return `${given} spans; at most ${allowed} can be marked for "${question.id}", by people and by systems.`
}

/** At most as many spans as can be marked; a system may mark what an annotator may not, such as spans that overlap. */
function readPredictedSpans(
  question: QuestionDefinition,
  value: Json,
  spellings: Record<string, string>,
): Json | undefined {
  const { options } = question
  const listed = spansListed(value)
  if (!Array.isArray(listed) || listed.length > mostSpans(question)) return undefined
  const spans = listed.map((entry): MarkedSpan | null => {
    if (!isJsonRecord(entry)) return null
    const { start, end, label = null } = entry
    const labelName = options.length === 0 || label === null ? null : labelAmong(label, spellings)
    const found = options.find((option) => String(option.value) === labelName)
    const isPlaced = Number.isSafeInteger(start) && Number.isSafeInteger(end)
    if (!isPlaced || Number(start) < 0 || Number(end) <= Number(start)) return null
    if (options.length > 0 && label !== null && !found) return null
    return { start: Number(start), end: Number(end), label: found?.value ?? null }
  })
  const validSpans = spans.filter((span) => span !== null)
  const different = validSpans.filter((span, index) => validSpans.findIndex((each) => sameSpan(each, span)) === index)
  return validSpans.length < spans.length ? undefined : spansAnswer({ options }, different)
}

/** How a value may be spelled: as it is stored, as it is written in records, and as it reads. */
function spellingsOf({ options, gold }: QuestionDefinition): Record<string, string> {
  const texts = options.flatMap(({ value, text }) =>
    (typeof text === 'string' ? [text] : Object.values(text)).map((each) => [each, String(value)]),
  )
  const written = gold.values.map(({ answer, written: each }) => [String(each), String(answer)])
  const stored = options.map(({ value }) => [String(value), String(value)])
  // Of two that meet, the last counts: how a value is stored.
  return Object.fromEntries([...texts, ...written, ...stored])
}

function scoringOf(question: QuestionDefinition, unitOfAnalysis: string, words: Context['words']): Scoring {
  const head = { key: question.id, title: words(question.title), unitOfAnalysis }
  if (question.form === 'number') return numberScoring(head)
  if (question.picks) return pickScoring(head)
  const labels = question.options
    .filter(({ value }) => value !== question.gold.empty)
    .map(({ value, text }) => ({ value: String(value), text: words(text) }))
  if (question.form === 'set') return setScoring(head, labels)
  if (question.form === 'span') return spanScoring(head, labels)
  return classScoring(
    { ...head, description: 'Each answer against the gold; an abstention is wrong.' },
    { labels, baselines: [majority, randomAmong(labels.map(({ value }) => value))] },
  )
}

type Head = Pick<Scoring, 'key' | 'title' | 'unitOfAnalysis'>

/** Sums: units, those with the same pick. */
function pickScoring(head: Head): Scoring {
  const isSame: NonNullable<Scoring['isRight']> = ({ gold, value }) => sameValue(gold, value)
  return {
    ...head,
    description: 'The same pick as the gold, all of it where several may be picked; an abstention is wrong.',
    level: 'unit',
    sums: 2,
    score: (scored) => [1, isSame(scored) ? 1 : 0],
    isRight: isSame,
    figures: [ratioFigure({ key: 'accuracy', title: 'Accuracy', form: 'share', better: 'high' }, 1, 0)],
  }
}

/** Sums: units, distances. */
function numberScoring(head: Head): Scoring {
  return {
    ...head,
    description: 'Distances from the gold. Abstentions are left out.',
    level: 'unit',
    sums: 2,
    score: ({ gold, value }) =>
      typeof gold === 'number' && typeof value === 'number' ? [1, Math.abs(gold - value)] : null,
    figures: [ratioFigure({ key: 'distance', title: 'Mean distance', form: 'number', better: 'low' }, 1, 0)],
  }
}

/** What a task about the item as a whole is made of. */
interface OfItem {
  key: string
  title: string
  summary: string
  stage: string
  /** What gold says is one of these. */
  values: readonly ClassLabel[]
  /** null where gold has no say in it. */
  valueIn(gold: GoldRecord): string | null
  /** How the figures are described, and whose measure they go by. */
  scored: { title: string; says: string }
  measure?: string
}

function itemTask(
  context: Context,
  { key, title, summary, stage, values, valueIn, scored, measure }: OfItem,
): EvaluationTask {
  const spellings = Object.fromEntries([
    ...values.map(({ value, text }) => [text, value]),
    ...values.map(({ value }) => [value, value]),
  ])
  return {
    ...commonOf(context, { key, title, summary, stage }),
    fields: fieldsOf(key, null, `One of ${values.map(({ value }) => value).join(', ')}.`),
    example: [JSON.stringify({ system: 'model-a', item: '1', [key]: values[0]?.value ?? null })],
    ...(measure === undefined ? {} : { measure }),
    targets: (gold) => {
      const value = valueIn(gold)
      const strata = domainOf(context.definition, gold.source)
      return value === null ? [] : [{ unit: ITEM, text: null, gold: value, strata }]
    },
    heldOutTargets: (gold) => [{ unit: ITEM, text: null, gold: valueIn(gold), strata: {} }],
    recognises: (record) => isJsonRecord(record) && [key, ...VALUE_NAMES].some((name) => name in record),
    read: (record) => readLine(record, { id: key, on: ITEM }, { readAs: (value) => labelAmong(value, spellings) }),
    scorings: () => [
      classScoring(
        { key, title: scored.title, description: `${scored.says} An abstention is wrong.`, unitOfAnalysis: 'item' },
        { labels: values, baselines: [majority, randomAmong(values.map(({ value }) => value))] },
      ),
    ],
  }
}

function labelTask(context: Context): EvaluationTask[] {
  const { definition, stages, words } = context
  const { label } = definition
  const [rule] = label?.rules ?? []
  const stage = stages.find(({ key }) => key === label?.stage)
  if (!label || !rule || !stage) return []
  const valueIn = (gold: GoldRecord): string | null => {
    const settled = gold.stages[stage.key]
    if (!settled) return null
    const derived = rolledUp(stage, { content: gold.content, units: settled.units }, settled)[LABEL]
    const followed = derived !== undefined && isJsonRecord(derived) ? (derived[rule.key] ?? null) : null
    const value = gold.label ?? followed
    return value === null ? null : String(value)
  }
  return [
    itemTask(context, {
      key: ITEM_LABEL,
      title: 'Label of the item',
      summary: words(rule.says),
      stage: label.stage,
      values: valuesOf(ITEM_LABEL, context) ?? [],
      valueIn,
      scored: { title: words(rule.title), says: words(rule.says) },
    }),
  ]
}

/** The task of a roll-up of the item that is true or false; none where there is none of the name. */
function rollUpTask(name: string, context: Context): EvaluationTask[] {
  const { definition, stages, words } = context
  const stageDefinition = definition.stages.find(({ rollUps }) => rollUps.some((rollUp) => rollUp.name === name))
  const stage = stages.find(({ key }) => key === stageDefinition?.id)
  if (!stageDefinition || !stage) return []
  const measure = stageDefinition.measures.find(({ of }) => of === name)
  const title = measure ? words(measure.title) : name
  return [
    itemTask(context, {
      key: name,
      title,
      summary: title,
      stage: stageDefinition.id,
      values: valuesOf(name, context) ?? [],
      valueIn: (gold) => {
        const settled = gold.stages[stage.key]
        if (!settled) return null
        const value = rolledUp(stage, { content: gold.content, units: settled.units }, settled)[name]
        return typeof value === 'boolean' ? String(value) : null
      },
      scored: { title, says: `${title}, against the gold.` },
      ...(measure ? { measure: name } : {}),
    }),
  ]
}
