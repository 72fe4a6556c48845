/** The questions of a file: what goes with which form, and their values. */
import { ITEM, wordsOfValue } from '@/lib/protocols/language/definition'
import { patternProblem } from '@/lib/protocols/language/pattern'
import { nearest, type Path, suggestion } from '@/lib/protocols/language/problems'
import type { FileOption, FileQuestion, FileStage, Form, OptionValue, Words } from '@/lib/protocols/language/vocabulary'
import { MOST_ENTRIES } from '@/lib/protocols/made-units'
import { MOST_SPANS } from '@/lib/protocols/marked-spans'
import type { ProblemList } from './problem-list'

/** The words that go with some forms only. */
const WITH: Readonly<
  Record<
    | 'options'
    | 'in'
    | 'overlapping'
    | 'of'
    | 'text'
    | 'align'
    | 'evidence'
    | 'takes'
    | 'key'
    | 'min'
    | 'max'
    | 'step'
    | 'anchors'
    | 'outside'
    | 'pattern'
    | 'longest',
    readonly Form[]
  >
> = {
  options: ['choice', 'scale', 'set', 'rank', 'span', 'pick'],
  in: ['span'],
  overlapping: ['span'],
  of: ['list', 'pick'],
  text: ['list'],
  align: ['list'],
  evidence: ['list'],
  takes: ['text'],
  key: ['flag'],
  min: ['scale', 'number', 'set', 'span', 'list', 'pick'],
  max: ['scale', 'number', 'set', 'span', 'list', 'pick'],
  step: ['number'],
  anchors: ['scale'],
  outside: ['scale'],
  pattern: ['text'],
  longest: ['text'],
}

const SETTLING: Readonly<Record<Form, readonly string[]>> = {
  choice: ['decide', 'aside'],
  flag: ['decide', 'aside'],
  scale: ['decide', 'median', 'aside'],
  set: ['decide', 'union', 'majority', 'aside'],
  number: ['decide', 'median', 'aside'],
  rank: ['decide', 'aside'],
  text: ['wording', 'decide', 'aside'],
  links: ['union', 'decide', 'aside'],
  span: ['decide', 'union', 'majority', 'aside'],
  list: ['decide', 'union'],
  pick: ['decide', 'aside'],
}

/** How answers of a form become one where the file does not say. */
export const settlingOf = ({ form, settle }: FileQuestion, isPlace = false): NonNullable<FileQuestion['settle']> =>
  settle ?? (form === 'text' || isPlace ? 'wording' : form === 'links' ? 'union' : 'decide')

/** Must it be answered, where the file does not say? */
export const requiredOf = ({ form, required, min = 0 }: FileQuestion): boolean =>
  required ?? (form === 'list' ? min > 0 : ['choice', 'scale', 'number', 'rank', 'span', 'pick'].includes(form))

export type ListedOption = FileOption & { outside: boolean; path: (string | number)[] }

/** The options of a question as they are offered: those of the file, the points of a scale, yes and no of a flag. */
export function optionsOf(question: FileQuestion, path: (string | number)[]): ListedOption[] {
  const listed = (options: readonly FileOption[] = [], key: string, outside: boolean) =>
    options.map((option, index) => ({ ...option, outside, path: [...path, key, index] }))
  const outside = listed(question.outside, 'outside', true)
  if (question.form === 'flag')
    return [
      {
        value: true,
        says: 'It is so.',
        ...(question.key === undefined ? {} : { key: question.key }),
        outside: false,
        path,
      },
      { value: false, says: 'It is not so.', outside: false, path },
    ]
  if (question.form === 'scale' && !question.options) return [...points(question, path), ...outside]
  return [...listed(question.options, 'options', false), ...outside]
}

/** The same with their words and tones. */
export const optionsInWords = (question: FileQuestion) =>
  optionsOf(question, []).map(({ value, text, tone }) => ({
    value,
    text: text ?? wordsOfValue(value),
    tone: tone ?? ('neutral' as const),
  }))

/** Is an answer to it one of its values? */
export const hasOneValue = ({ form }: Pick<FileQuestion, 'form'>): boolean => ['choice', 'flag', 'scale'].includes(form)

const MOST_POINTS = 11

function points(
  { min = Number.NaN, max = Number.NaN, anchors = {} }: FileQuestion,
  path: (string | number)[],
): ListedOption[] {
  if (!hasPoints(min, max)) return []
  return Array.from({ length: max - min + 1 }, (_, index) => {
    const value = min + index
    const says: Words = anchors[String(value)] ?? `Between ${min} and ${max}, as they are described.`
    // A key that says the number, where it is one digit.
    const key = value >= 0 && value <= 9 ? { key: String(value) } : {}
    return { value, says, ...key, outside: false, path }
  })
}

const hasPoints = (min = Number.NaN, max = Number.NaN): boolean =>
  Number.isInteger(min) && Number.isInteger(max) && max > min && max - min < MOST_POINTS

/** What can be chosen; empty where anything can be written. */
export const valuesOf = (question: FileQuestion): OptionValue[] =>
  ['choice', 'scale', 'set', 'rank', 'pick'].includes(question.form)
    ? optionsOf(question, []).map(({ value }) => value)
    : []

/** What is written in a record in a way of its own: what can be chosen, the labels of spans, and what is said instead of picking. */
export const labelsOf = (question: FileQuestion): OptionValue[] =>
  question.form === 'span' ? (question.options ?? []).map(({ value }) => value) : valuesOf(question)

/** What a question is about, as far as that says what goes with it. */
export interface About {
  /** Units that annotators list. */
  isListed: boolean
  /** Does it say which stretch of a text an entry is? */
  isPlace: boolean
  /** Names of units and questions that the file has already. */
  taken: readonly string[]
}

/** Looks through one question by itself. */
export function checkQuestion(
  question: FileQuestion,
  { stage, about, path, problems }: { stage: FileStage; about: About; path: Path; problems: ProblemList },
): void {
  const { form } = question
  for (const [word, allowed] of Object.entries(WITH))
    if (question[word as keyof typeof WITH] !== undefined && !allowed.includes(form))
      problems.key(
        [...path, word],
        `"${word}" does not go with the form ${form}.`,
        `It goes with ${allowed.join(', ')}.`,
      )
  checkSettling(question, { stage, about, path, problems })
  if (form === 'scale') checkScale(question, path, problems)
  else if (['choice', 'set', 'rank'].includes(form) && !question.options)
    problems.key(
      path,
      `"options" is missing: a question of the form ${form} has some.`,
      'List them: - {value: ..., says: ...}.',
    )
  else if ((form === 'choice' || form === 'rank') && question.options?.length === 1)
    problems.value(
      [...path, 'options'],
      'With one option there is nothing to choose.',
      'Add another, or use the form flag.',
    )
  if (form === 'number') checkNumber(question, path, problems)
  if (form === 'span') checkSpan(question, about, path, problems)
  if (form === 'list')
    checkNumberOf(question, { word: 'entries that can be listed', most: MOST_ENTRIES }, path, problems)
  if (form === 'set' && question.options) checkSet(question, question.options, path, problems)
  checkExclusive(question, path, problems)
  const pattern = question.pattern === undefined ? null : patternProblem(question.pattern)
  if (pattern !== null)
    problems.value(
      [...path, 'pattern'],
      pattern,
      'Use characters, classes like [a-z] or \\d, and ? * + {2,4} behind them.',
    )
  checkOptions(optionsOf(question, [...path]), problems)
}

function checkSettling(
  question: FileQuestion,
  { stage, about, path, problems }: { stage: FileStage; about: About; path: Path; problems: ProblemList },
): void {
  const { form, settle, required, tie } = question
  // Of where a mark is, one wording or another stands.
  const possible = about.isPlace ? ['wording', ...SETTLING.span] : SETTLING[form]
  if (settle !== undefined && !possible.includes(settle))
    problems.value(
      [...path, 'settle'],
      `"${settle}" does not go with the form ${form}.`,
      `Use ${possible.join(' or ')}.`,
    )
  if (form === 'flag' && required === true)
    problems.value(
      [...path, 'required'],
      'A flag is "no" until somebody sets it, so that it is never missing.',
      'Take "required" out, or use the form choice.',
    )
  const isCounted = stage.policy === 'majority' || stage.policy === 'votes'
  if ((settle === 'majority' || settle === 'median') && !isCounted)
    problems.value(
      [...path, 'settle'],
      `"${settle}" goes with the policies majority and votes.`,
      'Write policy: majority in the stage, or settle: decide.',
    )
  if (tie === undefined) return
  if (!isCounted)
    problems.key(
      [...path, 'tie'],
      '"tie" goes with the policies majority and votes.',
      'Take it out, or write policy: majority in the stage.',
    )
  if (form === 'number') {
    if (tie !== null && typeof tie !== 'number')
      problems.value([...path, 'tie'], `${JSON.stringify(tie)} is no number.`, 'Write a number, or null.')
    return
  }
  const isAlone = question.options?.some(({ value, exclusive }) => value === tie && exclusive)
  if (form === 'set' && tie !== null && !isAlone && (question.min ?? 1) > 1)
    problems.value(
      [...path, 'tie'],
      `One value is no answer: "min" asks for ${question.min}.`,
      'Write tie: null, or name an exclusive value.',
    )
  const values = form === 'flag' ? [true, false] : valuesOf(question)
  if (form !== 'span' && form !== 'list' && tie !== null && !values.includes(tie)) {
    const leftOut = `take "tie" out, so that ${stage.policy === 'votes' ? 'nothing stands' : 'a reviewer decides'}`
    const answers = [...values.map(String), 'null for no answer'].join(', ')
    problems.value(
      [...path, 'tie'],
      `"tie" is the answer that stands where none has a majority, and nobody can answer ${JSON.stringify(tie)}.`,
      nearest(String(tie), values.map(String)) === null
        ? `Write one of these: ${answers}. Or ${leftOut}.`
        : suggestion(String(tie), values.map(String), 'value'),
    )
  }
}

function checkScale({ options, min, max, anchors }: FileQuestion, path: Path, problems: ProblemList): void {
  if (options) {
    for (const [word, value] of Object.entries({ min, max, anchors }))
      if (value !== undefined)
        problems.key(
          [...path, word],
          `A scale has either options, from the lowest to the highest, or min, max and anchors.`,
          `Take "${word}" out, or the options.`,
        )
    return
  }
  if (!hasPoints(min, max)) {
    problems.key(
      path,
      'A scale needs its points.',
      `Write min and max, whole numbers at most ${MOST_POINTS - 1} apart, with anchors; or options, from the lowest to the highest; or form: number for more points.`,
    )
    return
  }
  for (const point of Object.keys(anchors ?? {}))
    if (Number(point) < (min ?? 0) || Number(point) > (max ?? 0))
      problems.key(
        [...path, 'anchors', point],
        `${point} is not a point of the scale.`,
        `Its points are ${min} to ${max}.`,
      )
  for (const end of [min, max])
    if (anchors?.[String(end)] === undefined)
      problems.key(
        anchors ? [...path, 'anchors'] : path,
        `The anchors do not say what ${end} means.`,
        `Add anchors: {${end}: ...}.`,
      )
}

function checkNumber({ min, max, step }: FileQuestion, path: Path, problems: ProblemList): void {
  if (min !== undefined && max !== undefined && max <= min)
    problems.value([...path, 'max'], `max is not more than min.`, 'Write a larger one.')
  if (step !== undefined && min !== undefined && max !== undefined && step > max - min)
    problems.value([...path, 'step'], 'No number but min can be given with such a step.', 'Write a smaller one.')
}

/** How many values are to be chosen, of those that can stand together. */
function checkSet({ min, max }: FileQuestion, options: readonly FileOption[], path: Path, problems: ProblemList): void {
  const together = options.filter(({ exclusive }) => !exclusive).length
  if (together === 0)
    problems.value(
      [...path, 'options'],
      'All its values are exclusive, so that only one can be chosen.',
      'Use the form choice, or take "exclusive" out of some.',
    )
  for (const [word, count] of Object.entries({ min, max }))
    if (count !== undefined && (!Number.isInteger(count) || count < 1))
      problems.value(
        [...path, word],
        `${count} is no number of values that can be chosen.`,
        'Write a whole number from 1. That nothing applies is a value of its own: add one with exclusive: true.',
      )
    else if (count !== undefined && count > together)
      problems.value(
        [...path, word],
        `Only ${together} values can be chosen together.`,
        `Write at most ${together}, or leave it out.`,
      )
  if (min !== undefined && max !== undefined && min > max)
    problems.value([...path, 'max'], 'max is less than min.', 'Write a larger one.')
  else if (max === 1 && together > 1)
    problems.value([...path, 'max'], 'Where one value is chosen, the question is a choice.', 'Write form: choice.')
}

/** How many spans there may be, and what they can be asked about. */
function checkSpan(question: FileQuestion, about: About, path: Path, problems: ProblemList): void {
  const { isListed, isPlace, taken } = about
  const { id, on, in: text = '...' } = question
  // What is no unit at all is said elsewhere.
  if (on !== undefined && on !== ITEM && !isListed && taken.includes(on)) {
    const mark = ['mark', `${id}Mark`].find((name) => !taken.some((other) => other === name || other === `${name}s`))
    const unit = mark ?? `${id}_mark`
    problems.value(
      [...path, 'on'],
      `Spans are marked for the item, or for units that annotators list, and annotators do not list "${on}".`,
      `To mark words for each ${on}, list marks: under units - {id: ${unit}, from: annotators, of: ${on}}, before this question - {id: ${unit}s, on: ${on}, ask: ..., form: list, of: ${unit}}, and here on: ${unit}, in: ${text}. To mark for the item as a whole, take "on" out.`,
    )
  }
  if (isPlace) return
  checkNumberOf(question, { word: 'spans that can be marked', most: MOST_SPANS }, path, problems)
}

/** How many spans or entries there may be, and that one value is no answer where there are several. */
function checkNumberOf(
  { min, max, tie }: FileQuestion,
  { word, most }: { word: string; most: number },
  path: Path,
  problems: ProblemList,
): void {
  for (const [name, count] of Object.entries({ min, max }))
    if (
      count !== undefined &&
      (!Number.isInteger(count) || count < 0 || count > most || (name === 'max' && count === 0))
    )
      problems.value(
        [...path, name],
        `${count} is no number of ${word}.`,
        `Write a whole number${name === 'max' ? ' from 1' : ''} to ${most}, or leave it out.`,
      )
  if (min !== undefined && max !== undefined && min > max)
    problems.value([...path, 'max'], 'max is less than min.', 'Write a larger one.')
  if (tie !== undefined && tie !== null)
    problems.value(
      [...path, 'tie'],
      `One value is no answer: there are several ${word}.`,
      'Write tie: null, or take it out.',
    )
}

function checkExclusive({ form, options, outside }: FileQuestion, path: Path, problems: ProblemList): void {
  if (form === 'set') return
  for (const [word, listed] of Object.entries({ options, outside }))
    for (const [index, { exclusive }] of (listed ?? []).entries())
      if (exclusive !== undefined)
        problems.key(
          [...path, word, index, 'exclusive'],
          `"exclusive" does not go with the form ${form}.`,
          'It goes with set. Take it out.',
        )
}

function checkOptions(options: readonly ListedOption[], problems: ProblemList): void {
  const values = new Set<string>()
  const texts = new Set<string>()
  for (const { value, text, path } of options) {
    const valueText = String(value)
    if (values.has(valueText.trim().toLowerCase()) || (typeof value === 'string' && valueText.trim() !== valueText))
      problems.value(
        [...path, 'value'],
        `Another value is written like "${valueText}", or blanks stand around it.`,
        'Write values that differ in more than blanks and capitals.',
      )
    values.add(valueText.trim().toLowerCase())
    const optionWords = JSON.stringify(text ?? wordsOfValue(value)).toLowerCase()
    if (texts.has(optionWords))
      problems.value([...path, 'text'], 'Another option has the same words.', 'Write words that tell them apart.')
    texts.add(optionWords)
  }
}

/** The kinds of unit that a question may be about. */
export function checkKind(on: string | undefined, kinds: readonly string[], path: Path, problems: ProblemList): void {
  if (on === undefined || on === ITEM || kinds.includes(on)) return
  problems.value([...path, 'on'], `There is no unit "${on}".`, suggestion(on, [ITEM, ...kinds], 'unit'))
}
