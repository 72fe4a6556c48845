/** Answers given at random within what a stage's questions allow, for the suite that every protocol passes. */
import fc from 'fast-check'
import { spansAnswer } from './marked-spans'
import type { Answers, Json, ListEntry, Question, Stage, Subject, UnitDraft } from './protocol'

const MOST_LISTED = 2

/** Random answers about the subject's units and about those that the answers themselves list, lists in lists included. */
export function answersTo(stage: Stage, subject: Subject): fc.Arbitrary<Answers> {
  const listed = listable(stage, subject.units)
  const answersOf = (unit: UnitDraft) =>
    fc.record(
      Object.fromEntries(
        stage.questions
          .filter((question) => question.unit === unit.kind)
          .map((question) => [question.key, answerTo(question, unit, subject)]),
      ),
    )
  return fc.record(Object.fromEntries([...subject.units, ...listed].map((unit) => [unit.key, answersOf(unit)])))
}

/** The units that random answers about these units may bring into being, and those that answers about them may. */
function listable(stage: Stage, units: readonly UnitDraft[]): UnitDraft[] {
  if (units.length === 0) return []
  const listed = units.flatMap((unit) =>
    stage.questions
      .filter((question) => question.unit === unit.kind)
      .flatMap((question) => possibleUnits(question, unit.key)),
  )
  return [...listed, ...listable(stage, listed)]
}

/** The units that random answers to a list may bring into being. */
function possibleUnits({ key, list }: Question, parent: string): UnitDraft[] {
  if (!list) return []
  return Array.from({ length: MOST_LISTED }, (_, n) => ({
    key: `${parent}-${key}-${n}`,
    kind: list.kind,
    text: '',
    parent,
  }))
}

const LINKS: Json[] = [
  { url: 'https://a.example/' },
  { url: 'https://a.example', note: 'one' },
  { url: 'https://b.example/x' },
]
const TEXTS = [null, ' ', 'One reason.', ' One reason. ', 'Another.']

function answerTo(question: Question, unit: UnitDraft, subject: Subject): fc.Arbitrary<Json> {
  const { form, options = [] } = question
  const values = options.map(({ value }) => value)
  if (form === 'choice') return fc.option(fc.constantFrom(...values), { freq: 6 })
  if (form === 'set') return setsOf(question, values)
  if (form === 'rank') return fc.option(fc.shuffledSubarray(values, { minLength: values.length }))
  if (form === 'number') return fc.option(fc.constantFrom(...numbersFor(question)))
  if (form === 'text') return fc.constantFrom(...TEXTS)
  if (form === 'spans') return spansFor(question)
  if (form === 'links') return fc.option(fc.subarray(LINKS))
  if (form === 'span') return fc.constantFrom<Json[]>(null, { start: 0, end: 1 }, { start: 1, end: 3 })
  if (form === 'references')
    return filled(subject.units.filter(({ parent }) => parent === unit.key).map(({ key }) => key))
  return filled(possibleUnits(question, unit.key).map(({ key }) => asEntry(key)))
}

/** Numbers that the question allows. */
const numbersFor = ({ range }: Question): number[] => {
  const { min, max, step } = range ?? { min: null, max: null, step: null }
  const first = min ?? (max === null ? 0 : step === null ? max - 1 : Math.floor(max / step) * step)
  return [first, first + (step ?? 0.5)].filter((each) => max === null || each <= max)
}

/** Spans that the question allows in a text of at least six characters, none among them, or no answer. */
function spansFor(question: Question): fc.Arbitrary<Json> {
  const labels = question.options?.map(({ value }) => value) ?? [null]
  const stretch = fc.constantFrom<[number, number][]>([0, 2], [2, 4], [1, 4], [4, 6])
  const spans = fc.array(fc.record({ at: stretch, label: fc.constantFrom(...labels) }), { maxLength: 3 })
  return fc
    .option(
      spans.map((drawn) =>
        spansAnswer(
          question,
          drawn.map(({ at: [start, end], label }) => ({ start, end, label })),
        ),
      ),
    )
    .filter((answer) => answer === null || question.schema.safeParse(answer).success)
}

const asEntry = (key: string): Json => ({ key, made: 'added', from: [] }) satisfies ListEntry

/** Sets that may be given, or no answer: one value that stands alone, or so many of the others. */
const setsOf = ({ options = [], range }: Question, values: Json[]): fc.Arbitrary<Json> => {
  const alone = options.filter(({ exclusive }) => exclusive).map(({ value }) => value)
  const together = values.filter((value) => !alone.some((each) => each === value))
  const several = fc.subarray(together, { minLength: range?.min ?? 1, maxLength: range?.max ?? together.length })
  return fc.oneof(fc.constant(null), several, ...alone.map((value) => fc.constant<Json>([value])))
}

/** Some of the entries, or no answer: an empty list is none. */
const filled = (entries: Json[]): fc.Arbitrary<Json> =>
  fc.subarray(entries).map((chosen) => (chosen.length === 0 ? null : chosen))

/** Checks a property on the answers of `count` people, given at random within what the questions allow. */
export function check(subject: Subject, stage: Stage, count: number, property: (all: Answers[]) => void): void {
  const people = fc.array(answersTo(stage, subject), { minLength: count, maxLength: count })
  fc.assert(fc.property(people, property))
}
