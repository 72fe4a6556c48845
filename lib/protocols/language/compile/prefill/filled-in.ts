/** What stands in place of the names of a prompt. What is hidden from annotators has no name, and nothing here reads it. */
import type { Json, Subject, UnitDraft } from '@/lib/protocols/answers'
import { asText, shownTexts } from '@/lib/protocols/language/compile/present'
import { ITEM, placeQuestionOf, type QuestionDefinition } from '@/lib/protocols/language/definition'
import { contentNamed, namesIn, type Placeholder } from '@/lib/protocols/language/prompts'
import { spansOf } from '@/lib/protocols/marked-spans'
import type { Prompt } from '@/lib/protocols/prefill'
import { numbered } from '@/lib/protocols/prefilling/asking'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { spansInWords } from '@/lib/protocols/span-words'
import { codePointSlice } from '@/lib/text/code-points'
import type { Proposed, StepOf } from './step-context'

/** Of the guidelines: what is longer than this is left out at its end. */
const LONGEST_GUIDELINES = 20_000

/** The values of the names that the prompt holds, and of no others. `questionTexts`: what differs from question to question. */
export function filledIn(
  of: StepOf,
  prompt: Prompt,
  { subject, answers }: Proposed,
  questionTexts: { question: string; units: string; values?: string },
): Record<string, string> {
  const { definition, words } = of
  const fixed: Record<Placeholder, () => string> = {
    guidelines: () => codePointSlice(words(definition.guidelines), 0, LONGEST_GUIDELINES),
    item: () => itemText(of, { subject, answers }),
    units: () => questionTexts.units,
    question: () => questionTexts.question,
    values: () => questionTexts.values ?? '',
  }
  return Object.fromEntries(
    namesIn(prompt).map((name) => [
      name,
      Object.hasOwn(fixed, name) ? fixed[name as Placeholder]() : contentText(of, subject.content, contentNamed(name)),
    ]),
  )
}

/** What annotators read of an item, and the entries that were proposed before. */
function itemText(of: StepOf, { subject, answers }: Proposed): string {
  const { definition, stage, words } = of
  const visibleTexts = shownTexts(definition, subject.content, definition.language)
  const lists = stage.questions.flatMap(({ list, title }) => {
    const entries = list ? subject.units.filter(({ kind }) => kind === list.of) : []
    const lines = entries.map(
      ({ key, text }) => `- ${[text.trim(), ...saidOf(of, list?.of ?? '', subject, answers[key])].join('; ')}`,
    )
    return lines.length > 0 ? [`${words(title)}:\n${lines.join('\n')}`] : []
  })
  return [...visibleTexts.map(({ title, text }) => `${title}:\n${text}`), ...lists].join('\n\n')
}

/** What was proposed about an entry besides its text. */
function saidOf(
  of: StepOf,
  kind: string,
  { content }: Subject,
  answers: Readonly<Record<string, Json>> = {},
): string[] {
  const { stage, words } = of
  const texts = stage.questions.flatMap(({ list }) => list?.text ?? [])
  return stage.questions
    .filter(({ on, id, list }) => on === kind && !list && !texts.includes(id) && (answers[id] ?? null) !== null)
    .map((question) => {
      const answer = answers[question.id] ?? null
      const answerText = question.marks
        ? wordsMarked(contentText(of, content, question.marks.in), answer)
        : inWords(question, answer, words)
      return `${words(question.title)}: ${answerText}`
    })
}

const wordsMarked = (text: string, answer: Json): string => spansInWords({}, text, answer) ?? ''

function inWords({ options }: QuestionDefinition, answer: Json, words: StepOf['words']): string {
  const textOf = (value: Json) => {
    const option = options.find((each) => each.value === value)
    return option ? words(option.text) : String(value)
  }
  return Array.isArray(answer) ? answer.map(textOf).join(', ') : textOf(answer)
}

/** A content as annotators read it, also where it is not shown by itself; empty where a record leaves it out. */
export function contentText({ definition }: StepOf, content: Json, name: string): string {
  const isContent = definition.record.content.some((each) => each.name === name)
  const value = isContent && isJsonRecord(content) ? (content[name] ?? null) : null
  const as = definition.show.find((each) => each.content === name)?.as ?? 'text'
  return value === null ? '' : asText(value, as)
}

/** Units as they are put to a model, under numbers. */
export const numberedUnits = (units: readonly { kind: string; text: string }[]): string =>
  numbered(units.map(({ kind, text }) => (kind === ITEM ? 'the item as a whole' : text)))

/** A text in which words are marked, with what they are marked for where that is not the item. */
export const textFor = (text: string, units: readonly { kind: string; text: string }[]): string =>
  units.every(({ kind }) => kind === ITEM)
    ? text
    : `${text}\n\nWhat words are marked for, by number:\n${numberedUnits(units)}`

/** Characters before a mark, and behind it, with which a model is asked about it. */
const AROUND = 80

/** Units as a model is asked about them: a mark with the words around it, since the same words may stand in several places. */
export function inContext(
  of: StepOf,
  { subject, answers }: Proposed,
  units: readonly UnitDraft[],
): readonly { kind: string; text: string }[] {
  const { questions } = of.stage
  return units.map((unit) => {
    const list = questions.find((question) => question.list?.of === unit.kind)
    const place = list && placeQuestionOf(list, questions)
    const [span] = (place && spansOf(answers[unit.key]?.[place.id])) ?? []
    if (!place || !span) return unit
    const text = contentText(of, subject.content, place.marks.in)
    const around = codePointSlice(text, Math.max(0, span.start - AROUND), span.end + AROUND)
    return { kind: unit.kind, text: `${unit.text}, in: ${around}` }
  })
}
