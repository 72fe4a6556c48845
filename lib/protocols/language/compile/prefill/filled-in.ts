/** What stands in place of the names of a prompt. What is hidden from annotators has no name, and nothing here reads it. */
import type { Json } from '@/lib/protocols/answers'
import { asText, shownTexts } from '@/lib/protocols/language/compile/present'
import { ITEM, type QuestionDefinition } from '@/lib/protocols/language/definition'
import { contentNamed, namesIn, type Placeholder } from '@/lib/protocols/language/prompts'
import type { Prompt } from '@/lib/protocols/prefill'
import { numbered } from '@/lib/protocols/prefilling/asking'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { codePointSlice } from '@/lib/text/code-points'
import type { Proposed, StepOf } from './step-context'

/** Of the guidelines: what is longer than this is left out at its end. */
const LONGEST_GUIDELINES = 20_000

/** The values of the names that the prompt holds, and of no others. `own`: what differs from question to question. */
export function filledIn(
  of: StepOf,
  prompt: Prompt,
  { subject, answers }: Proposed,
  own: { question: string; units: string; values?: string },
): Record<string, string> {
  const { definition, words } = of
  const fixed: Record<Placeholder, () => string> = {
    guidelines: () => codePointSlice(words(definition.guidelines), 0, LONGEST_GUIDELINES),
    item: () => itemText(of, { subject, answers }),
    units: () => own.units,
    question: () => own.question,
    values: () => own.values ?? '',
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
  const shown = shownTexts(definition, subject.content, definition.language)
  const lists = stage.questions.flatMap(({ list, title }) => {
    const entries = list ? subject.units.filter(({ kind }) => kind === list.of) : []
    const lines = entries.map(
      ({ key, text }) => `- ${[text.trim(), ...saidOf(of, list?.of ?? '', answers[key])].join('; ')}`,
    )
    return lines.length > 0 ? [`${words(title)}:\n${lines.join('\n')}`] : []
  })
  return [...shown.map(({ title, text }) => `${title}:\n${text}`), ...lists].join('\n\n')
}

/** What was proposed about an entry besides its text. */
function saidOf({ stage, words }: StepOf, kind: string, answers: Readonly<Record<string, Json>> = {}): string[] {
  const texts = stage.questions.flatMap(({ list }) => list?.text ?? [])
  return stage.questions
    .filter(({ on, id, list }) => on === kind && !list && !texts.includes(id) && (answers[id] ?? null) !== null)
    .map((question) => `${words(question.title)}: ${inWords(question, answers[question.id] ?? null, words)}`)
}

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
