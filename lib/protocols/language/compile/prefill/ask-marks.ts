/** Marks of a list as a model quotes them: found again in their text or refused, each with the label by which marks are drawn. */
import { z } from 'zod'
import type { UnitDraft } from '@/lib/protocols/answers'
import {
  ITEM,
  type ListDefinition,
  labelQuestionOf,
  placeQuestionOf,
  type QuestionDefinition,
} from '@/lib/protocols/language/definition'
import { MOST_ENTRIES } from '@/lib/protocols/made-units'
import { spansAnswer } from '@/lib/protocols/marked-spans'
import { batchesOf, doEach } from '@/lib/protocols/prefilling/asking'
import { QuotedText } from '@/lib/text/find-quotes'
import { type AskedEntries, type Asking, type ListedUnits, numberAsked } from './ask-entries'
import { choicesAmong } from './choices'
import { contentText, filledIn, inContext, textFor } from './filled-in'
import { type FoundSpan, foundSpans, linesOf, namesOf, type Quoted, quoted } from './found-spans'
import { MOST_UNITS, roomFor } from './room-for-answers'
import { promptFor, type StepOf } from './step-context'
import { answeredAlong } from './which-steps'

/** `number`: of the unit; left out where marks are those of the item. */
type Said = Quoted & { number?: number }

export async function askForMarks(
  of: StepOf,
  { list, proposed, units }: ListedUnits,
  { entries, tools, temperature }: Asking,
): Promise<AskedEntries> {
  const place = placeQuestionOf(list, of.stage.questions)
  if (!place) throw new Error(`the list ${list.id} has no marks`)
  const text = contentText(of, proposed.subject.content, place.marks.in)
  if (text.trim() === '') return { promptHash: null, problems: [] }
  const label = labelOf(of, list)
  const choices = label ? choicesAmong(label, of.words) : []
  const labelled = quoted.extend({ label: z.enum(namesOf(choices)) })
  const entry: z.ZodType<Said> = list.on === ITEM ? labelled : labelled.extend({ number: z.number().int() })
  const { overlapping } = place.marks
  const prompt = promptFor(of, 'prompt')
  const maxTokens = roomFor(tools, [text])
  const { results, problems } = await doEach(batchesOf(units, MOST_UNITS), async (batch) => {
    const values = filledIn(of, prompt, proposed, {
      units: textFor(text, inContext(of, proposed, batch)),
      question: [of.words(list.ask), numberAsked(list, false), overlapping ? '' : '(stretches may not overlap)']
        .filter(Boolean)
        .join(' '),
      values: linesOf(choices),
    })
    const answer = z.object({ marks: z.array(entry) })
    return { batch, ...(await tools.ask({ prompt, values, answer, maxTokens, temperature })) }
  })
  const { refused } = entries
  const source = new QuotedText(text)
  const finding = {
    marking: { overlapping, most: Math.min(list.max ?? MOST_ENTRIES, MOST_ENTRIES) },
    refused,
    labelOf: (name: string) => choices.find((choice) => choice.name === name)?.value,
  }
  const addFound = (unit: UnitDraft, quotations: readonly Said[]) => {
    const found = foundSpans(source, quotations, finding)
    // Where all that was said of a unit was refused, the model did not say that there is nothing to mark.
    if (found.length > 0 || quotations.length === 0) entries.addMarks(unit.key, found.map(asEntry(list, label)))
  }
  for (const { batch, value } of results) {
    for (const { quote, number = 1 } of value.marks)
      if (!batch[number - 1]) refused.add(quote, `It is for number ${number}, and there are only ${batch.length}.`)
    for (const [index, unit] of batch.entries())
      addFound(
        unit,
        value.marks.filter(({ number = 1 }) => number === index + 1),
      )
  }
  return { promptHash: results.at(-1)?.promptHash ?? null, problems }
}

/** The choice by which marks are told apart, where it is answered along with them: what is marked hangs on it. */
function labelOf({ step, stage }: StepOf, list: ListDefinition): QuestionDefinition | undefined {
  const label = labelQuestionOf(list, stage.questions)
  return label && answeredAlong(step, stage, list.list).includes(label) ? label : undefined
}

const asEntry =
  ({ list }: ListDefinition, label: QuestionDefinition | undefined) =>
  ({ span, quote, why }: FoundSpan) => ({
    values: {
      [list.text]: spansAnswer({}, [{ ...span, label: null }]),
      ...(label && span.label !== null ? { [label.id]: span.label } : {}),
    },
    why: [`“${quote}”`, why?.trim() ?? ''].filter(Boolean).join(': '),
  })
