/** Words of a text that belong to entries which were proposed before, such as those that contradict a mark: quoted by a model, and found again or refused. */
import { z } from 'zod'
import type { UnitDraft } from '@/lib/protocols/answers'
import { schemaOf } from '@/lib/protocols/language/compile/questions'
import type { QuestionDefinition } from '@/lib/protocols/language/definition'
import { wordsPrompt } from '@/lib/protocols/language/prompts'
import { MOST_SPANS, spansAnswer } from '@/lib/protocols/marked-spans'
import type { Proposal, StepTools } from '@/lib/protocols/prefill'
import { batchesOf, doEach } from '@/lib/protocols/prefilling/asking'
import { QuotedText } from '@/lib/text/find-quotes'
import { choicesAmong } from './choices'
import { contentText, filledIn, inContext, textFor } from './filled-in'
import { foundSpans, linesOf, mostSpans, namesOf, quoted } from './found-spans'
import type { Judgements } from './judge'
import type { Refusals } from './refusals'
import { type Proposed, type StepOf, scopeOf } from './step-context'

/** Entries of one call. */
const MOST_UNITS = 20
const LEAST_TOKENS = 600
const TOKENS_OF_A_UNIT = 150

interface Quoting {
  tools: StepTools
  /** The entries that it is asked about. */
  about: ReadonlySet<string>
  refused: Refusals
}

/** What is found stands among the answers then. For an entry of which nothing is quoted, nothing is proposed: people say that there is nothing. */
export async function quoteWords(
  of: StepOf,
  question: QuestionDefinition,
  proposed: Proposed,
  { tools, about, refused }: Quoting,
): Promise<Judgements> {
  const scope = scopeOf(of, proposed)
  const units = scope.unitsOf(question.on).filter((unit) => about.has(unit.key) && scope.isAsked(question, unit))
  const text = contentText(of, proposed.subject.content, question.marks?.in ?? '')
  if (units.length === 0 || text.trim() === '') return { proposals: [], problems: [] }
  const choices = choicesAmong(question, of.words)
  const entry = quoted.extend({ number: z.number().int(), label: z.enum(namesOf(choices)) })
  const overlapping = question.marks?.overlapping ?? false
  const most = mostSpans(question)
  const each = await doEach(batchesOf(units, MOST_UNITS), async (batch) => {
    const values = filledIn(of, wordsPrompt, proposed, {
      units: textFor(text, inContext(of, proposed, batch)),
      question: `${of.words(question.ask)} ${most < MOST_SPANS ? `(at most ${most} for a number)` : ''}`.trim(),
      values: linesOf(choices),
    })
    const { value, promptHash } = await tools.ask({
      prompt: wordsPrompt,
      values,
      answer: z.object({ spans: z.array(entry) }),
      maxTokens: LEAST_TOKENS + TOKENS_OF_A_UNIT * batch.length,
    })
    return { batch, said: value.spans, promptHash }
  })
  const source = new QuotedText(text)
  const labelOf = (name: string) => choices.find((choice) => choice.name === name)?.value
  const proposals = each.results.flatMap(({ batch, said, promptHash }) => {
    for (const { quote, number } of said)
      if (!batch[number - 1]) refused.add(quote, `It is for number ${number}, and there are only ${batch.length}.`)
    return batch.flatMap((unit: UnitDraft, place): Proposal[] => {
      const unitQuotes = said.filter(({ number }) => number === place + 1)
      const spans = foundSpans(source, unitQuotes, { marking: { overlapping, most }, refused, labelOf })
      const answer = spansAnswer(
        question,
        spans.map(({ span }) => span),
      )
      const isAnswer = spans.length > 0 && schemaOf(question).safeParse(answer).success
      return isAnswer ? [{ unit: unit.key, question: question.id, value: answer, promptHash }] : []
    })
  })
  for (const { unit, question: name, value } of proposals)
    proposed.answers[unit] = { ...proposed.answers[unit], [name]: value }
  return { proposals, problems: each.problems }
}
