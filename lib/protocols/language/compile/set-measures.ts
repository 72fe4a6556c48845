/**
 * Agreement on sets: whole sets, with MASI as the distance between two (Passonneau 2006), and each value by itself as chosen or not.
 * The categories of a measure are declared before anything is rated, so whole sets have a measure where there are few enough of them.
 */
import type { Answers, Json, Subject, UnitDraft } from '@/lib/protocols/answers'
import type { OptionDefinition, QuestionDefinition } from '@/lib/protocols/language/definition'
import type { Measure } from '@/lib/protocols/protocol'
import { setDistances } from '@/lib/stats/set-distances'
import { pickMeasureKeys } from './pick-measures'

/** All sets of seven values. More categories would make tables that nobody reads, and figures that take minutes. */
export const MOST_SETS = 127
/** Longer keys do not fit into addresses. */
const LONGEST_KEY = 60

/** Options that are chosen together. */
type OptionSet = readonly OptionDefinition[]

/** Every set that may be given, small ones first and then in the order of the options; null where there are more than `MOST_SETS`. */
export function possibleSets({
  options,
  min,
  max,
}: Pick<QuestionDefinition, 'options' | 'min' | 'max'>): OptionSet[] | null {
  const alone = options.filter(({ exclusive }) => exclusive)
  const together = options.filter(({ exclusive }) => !exclusive)
  const sets: OptionSet[] = alone.map((option) => [option])
  for (let size = min ?? 1; size <= (max ?? together.length); size++)
    for (const set of combinations(together, size)) {
      if (sets.length === MOST_SETS) return null
      sets.push(set)
    }
  return sets.toSorted((one, other) => one.length - other.length)
}

/** The sets of so many of these, one after the other. */
function* combinations(of: OptionSet, size: number, from = 0): Generator<OptionSet> {
  if (size === 0) return yield []
  for (let index = from; index <= of.length - size; index++)
    for (const rest of combinations(of, size - 1, index + 1)) yield [of[index] as OptionDefinition, ...rest]
}

/** The key of the measure of whole sets. Names of questions have no hyphen. */
export const wholeSetsKey = (question: string): string => `${question}-sets`

/** The keys of the measures of single values, in the order of the options: readable, and fit for addresses and names of files. */
export function valueKeys({ id, options }: Pick<QuestionDefinition, 'id' | 'options'>): string[] {
  const takenNames = new Set<string>()
  return options.map(({ value }, index) => {
    const plain = String(value)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
    const isFit = plain !== '' && plain.length <= LONGEST_KEY && !takenNames.has(plain)
    const name = isFit ? plain : `value-${index + 1}`
    takenNames.add(name)
    return `${id}.${name}`
  })
}

/** The keys of all measures that a measure of the file stands for: of sets and spans several. */
export function measureKeys(of: string, question: QuestionDefinition | undefined): string[] {
  if (question?.picks) return pickMeasureKeys({ ...question, picks: question.picks })
  if (question?.form === 'span') return [of, ...valueKeys(question)]
  return question?.form === 'set'
    ? [...(possibleSets(question) ? [wholeSetsKey(of)] : []), ...valueKeys(question)]
    : [of]
}

/** What a measure of the file says of all its measures. */
type Head = Pick<Measure, 'unitOfAnalysis' | 'unit' | 'title'>

/** The measures of a set: of whole sets where there are few enough, and of each value. A set that was not answered is not rated. */
export function setMeasures(
  question: QuestionDefinition,
  { title, ...head }: Head,
  {
    words,
    answer,
  }: {
    words(text: OptionDefinition['text']): string
    answer(subject: Subject, answers: Answers, unit: UnitDraft): Json
  },
): Measure[] {
  const common = { ...head, question: question.id, level: 'nominal' as const }
  const keys = valueKeys(question)
  const ofValues = question.options.map(
    ({ value, text, tone }, index): Measure => ({
      ...common,
      key: keys[index] ?? '',
      title: `${title}: ${words(text)}`,
      categories: [
        { value: 'true', text: 'Chosen', tone },
        { value: 'false', text: 'Not chosen', tone: 'neutral' },
      ],
      rating: (subject, answers, unit) => {
        const setAnswer = answer(subject, answers, unit)
        return Array.isArray(setAnswer) ? String(setAnswer.includes(value)) : null
      },
    }),
  )
  const sets = possibleSets(question)
  return sets ? [wholeSets(sets), ...ofValues] : ofValues

  function wholeSets(universe: readonly OptionSet[]): Measure {
    const setsByCode = new Map(universe.map((set) => [codeOf(set.map(({ value }) => value)), set]))
    const inOrder = (chosenValues: readonly Json[]) =>
      question.options.filter(({ value }) => chosenValues.includes(value)).map(({ value }) => value)
    return {
      ...common,
      key: wholeSetsKey(question.id),
      title: `${title}: whole sets (weighted by MASI)`,
      categories: [...setsByCode].map(([value, set]) => ({
        value,
        text: set.map(({ text }) => words(text)).join(' + '),
        tone: set.length === 1 ? (set[0]?.tone ?? 'neutral') : 'neutral',
      })),
      sets: universe.map((set) => set.map(({ value, text }) => ({ value: String(value), text: words(text) }))),
      distances: setDistances(
        universe.map((set) => set.map(({ value }) => String(value))),
        'masi',
      ),
      rating: (subject, answers, unit) => {
        const setAnswer = answer(subject, answers, unit)
        const code = Array.isArray(setAnswer) ? codeOf(inOrder(setAnswer)) : null
        return code !== null && setsByCode.has(code) ? code : null
      },
    }
  }
}

/** A set as the value of a category: a JSON list, which files of ratings can be read by. */
const codeOf = (values: readonly Json[]): string => JSON.stringify(values)
