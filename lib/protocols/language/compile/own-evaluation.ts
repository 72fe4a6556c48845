/** What a file says under `evaluate` of one question, roll-up or label: its classes, which of them is to be found, and how systems write them. */
import type { Json } from '@/lib/protocols/answers'
import { always, type ClassLabel, classScoring, majority, randomAmong } from '@/lib/protocols/evaluating/classes'
import { detectionScoring } from '@/lib/protocols/evaluating/detection'
import { labelAmong } from '@/lib/protocols/evaluating/labels'
import type { EvaluationTask, Scored, Scoring } from '@/lib/protocols/evaluation'
import type { Definition, EvaluationDefinition } from '@/lib/protocols/language/definition'
import { isJsonRecord } from '@/lib/protocols/record-fields'

interface Setting {
  /** The values that an answer is one of; null where an answer is more than one value, which is scored by its form. */
  values: readonly ClassLabel[] | null
  words(text: Definition['title']): string
}

/** Is each value of the question a class of its own, scored as by its form? */
export const scoresValues = ({ classes, find, abstentions }: EvaluationDefinition): boolean =>
  classes === undefined && find === undefined && abstentions === undefined

/** The task of the question by its form, with what the file says otherwise. */
export function ownEvaluation(entry: EvaluationDefinition, base: EvaluationTask, setting: Setting): EvaluationTask {
  const { values, words } = setting
  const inBaseWords = (record: Json) => translated(record, entry, values ?? [])
  const { fields: names = [] } = entry
  return {
    ...base,
    key: entry.id,
    ...(entry.title === undefined ? {} : { title: words(entry.title) }),
    ...(entry.says === undefined ? {} : { summary: words(entry.says) }),
    fields: base.fields.map((field) =>
      field.name === entry.of ? { ...field, text: `${field.text}${fieldText(entry, names)}` } : field,
    ),
    recognises: (record) => base.recognises(inBaseWords(record)),
    read: (record) => base.read(inBaseWords(record)),
    ...(values && !scoresValues(entry) ? { scorings: () => classScorings(entry, values, base, words) } : {}),
  }
}

function fieldText({ classes = [], values = [] }: EvaluationDefinition, names: readonly string[]): string {
  const others = names.length > 0 ? ` Or ${names.map((name) => `"${name}"`).join(', ')}.` : ''
  const inClasses = classes.length > 0 ? ` Or the class: ${classes.map(({ value }) => value).join(', ')}.` : ''
  const written = values.length > 0 ? ` Also read: ${values.map(({ written: each }) => each).join(', ')}.` : ''
  return `${others}${inClasses}${written}`
}

/** The line as the task of the question reads it: the answer under the question's name, in the question's values. */
function translated(record: Json, entry: EvaluationDefinition, values: readonly ClassLabel[]): Json {
  if (!isJsonRecord(record)) return record
  const { of, fields = [] } = entry
  const name = [of, ...fields, 'label', 'value'].find((each) => each in record)
  if (name === undefined) return record
  return { ...record, [of]: inValues(record[name] ?? null, entry, values) }
}

/** A value that the file spells otherwise, or the name of a class, as a value of the question; any other as it is. */
function inValues(
  statedValue: Json,
  { classes = [], values: spelled = [] }: EvaluationDefinition,
  values: readonly ClassLabel[],
): Json {
  const ofClass = (name: string) => classes.find(({ value }) => value === name)?.of[0]
  const isValue = (name: string) => values.some(({ value }) => value === name)
  const inValue = (name: string) => (isValue(name) ? name : (ofClass(name) ?? name))
  // Names of values count before those of classes, which hold them then.
  const spellings = Object.fromEntries([
    ...spelled.map(({ written, answer }) => [written, inValue(answer)]),
    ...classes.map(({ value }) => [value, inValue(value)]),
  ])
  return labelAmong(statedValue, spellings) ?? statedValue
}

function classScorings(
  entry: EvaluationDefinition,
  values: readonly ClassLabel[],
  base: EvaluationTask,
  words: Setting['words'],
): [Scoring, ...Scoring[]] {
  const { id, classes, find, abstentions } = entry
  const labels = classes?.map(({ value, title }) => ({ value, text: words(title) })) ?? values
  // Baselines say the names of classes.
  const classOf = (value: Json): string | null => {
    if (typeof value !== 'string') return null
    const ofValue = classes?.find(({ of }) => of.includes(value))?.value
    return ofValue ?? (labels.some((label) => label.value === value) ? value : null)
  }
  const missing = typeof abstentions === 'object' ? classOf(abstentions.as) : null
  const isOut = abstentions === 'out'
  const abstention: Abstention = isOut ? 'out' : missing === null ? 'wrong' : { as: missing }
  const [byForm] = base.scorings({})
  const head = {
    title: entry.title === undefined ? byForm.title : words(entry.title),
    unitOfAnalysis: byForm.unitOfAnalysis,
  }
  const missingText = isOut
    ? 'Abstentions are left out.'
    : missing === null
      ? 'An abstention is wrong.'
      : `An abstention counts as ${labels.find(({ value }) => value === missing)?.text ?? missing}.`
  const whole = classScoring(
    { ...head, key: id, description: `Each class against the gold. ${missingText}` },
    {
      labels,
      gold: classOf,
      predicted: (value) => (value === null ? missing : classOf(value)),
      baselines: [majority, randomAmong(labels.map(({ value }) => value))],
    },
  )
  const scoredWhole = isOut ? withoutAbstentions(whole) : whole
  if (find === undefined) return [scoredWhole]
  const found = findScoring(
    { ...head, key: `${id}-found`, description: `Precision, recall and F1 of ${textOf(labels, find)}. ${missingText}` },
    { find, labels, classOf, abstention },
  )
  return labels.length === 2 ? [found] : [found, scoredWhole]
}

const textOf = (labels: readonly ClassLabel[], name: string): string =>
  labels.find(({ value }) => value === name)?.text ?? name

const withoutAbstentions = (scoring: Scoring): Scoring => ({
  ...scoring,
  score: (scored, prepared) => (scored.value === null ? null : scoring.score(scored, prepared)),
  isRight: (scored) => (scored.value === null ? null : (scoring.isRight?.(scored) ?? null)),
})

/** What an abstention counts as: wrong, not scored, or a class. */
type Abstention = 'wrong' | 'out' | { as: string }

interface Finding {
  find: string
  labels: readonly ClassLabel[]
  classOf(value: Json): string | null
  abstention: Abstention
}

/** One class against all others. */
function findScoring(
  head: Pick<Scoring, 'key' | 'title' | 'description' | 'unitOfAnalysis'>,
  { find, labels, classOf, abstention }: Finding,
): Scoring {
  const others = labels.filter(({ value }) => value !== find)
  const scoring = detectionScoring(
    { ...head, level: 'unit' },
    {
      value: true,
      text: textOf(labels, find),
      other: others.length === 1 ? (others[0]?.text ?? '') : 'Anything else',
    },
    null,
    [majority, always(find, `Always ${textOf(labels, find)}`), randomAmong(labels.map(({ value }) => value))],
  )
  const isFound = (value: Json) => classOf(value) === find
  const saidOf = ({ gold, value }: Scored): Json => {
    // A value of no class is wrong, whichever class the gold is of.
    if (value !== null) return classOf(value) === null ? !isFound(gold) : isFound(value)
    if (abstention === 'out') return null
    return abstention === 'wrong' ? !isFound(gold) : abstention.as === find
  }
  const asFound = (scored: Scored): Scored => ({
    strata: scored.strata,
    gold: classOf(scored.gold) === null ? null : isFound(scored.gold),
    value: saidOf(scored),
  })
  return {
    ...scoring,
    counts: (gold) => classOf(gold) !== null,
    classOf,
    score: (scored, prepared) => scoring.score(asFound(scored), prepared),
    isRight: (scored) => scoring.isRight?.(asFound(scored)) ?? null,
  }
}
