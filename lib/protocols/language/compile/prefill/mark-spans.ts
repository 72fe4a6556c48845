/** A step that proposes spans: a model quotes the words, and they are found again in the text or refused. */
import { z } from 'zod'
import { schemaOf } from '@/lib/protocols/language/compile/questions'
import { ITEM } from '@/lib/protocols/language/definition'
import { spansAnswer } from '@/lib/protocols/marked-spans'
import type { StepInput, StepOutput, StepTools } from '@/lib/protocols/prefill'
import { QuotedText } from '@/lib/text/find-quotes'
import { choicesAmong } from './choices'
import { contentText, filledIn } from './filled-in'
import { foundSpans, linesOf, mostSpans, namesOf, quoted } from './found-spans'
import { Refusals } from './refusals'
import { roomFor } from './room-for-answers'
import { promptFor, proposedSubject, questionsFor, type StepOf, scopeOf } from './step-context'

const TOKENS_A_TOKEN = 2

export async function markSpans(
  of: StepOf,
  input: StepInput,
  tools: StepTools,
  { temperature }: { temperature: number },
): Promise<StepOutput> {
  const [question] = questionsFor(of)
  const proposed = proposedSubject(of, input)
  const scope = scopeOf(of, proposed)
  const [unit] = scope.unitsOf(ITEM)
  if (!question || !unit || !scope.isAsked(question, unit)) return {}
  const text = contentText(of, input.content, question.marks?.in ?? '')
  if (text.trim() === '') return {}
  const prompt = promptFor(of, 'prompt')
  const choices = choicesAmong(question, of.words)
  const values = filledIn(of, prompt, proposed, {
    units: text,
    question: `${of.words(question.ask)}${question.marks?.overlapping ? '' : ' (stretches may not overlap)'}`,
    values: linesOf(choices),
  })
  const labelled = quoted.extend({ label: z.enum(namesOf(choices)) })
  const { value, promptHash } = await tools.ask({
    prompt,
    values,
    answer: z.object({ spans: z.array(labelled) }),
    maxTokens: roomFor(tools, [text], TOKENS_A_TOKEN),
    temperature,
  })
  const refused = new Refusals()
  const labelOf = (name: string) => choices.find((choice) => choice.name === name)?.value
  const marking = {
    overlapping: question.marks?.overlapping ?? false,
    most: mostSpans(question),
  }
  const spans = foundSpans(new QuotedText(text), value.spans, { marking, refused, labelOf })
  refused.failWithout(spans.length, 'spans')
  const proposal = {
    unit: unit.key,
    question: question.id,
    value: spansAnswer(
      question,
      spans.map(({ span }) => span),
    ),
    promptHash,
  }
  const reasons = spans.map(({ quote, why }) => [`“${quote}”`, ...(why?.trim() ? [why.trim()] : [])].join(': '))
  const note = { spans: spans.length, ...refused.note() }
  // Too few of them are no answer that could be given.
  const { error } = schemaOf(question).safeParse(proposal.value)
  if (error) return { note: { ...note, problems: error.issues.map(({ message }) => message) } }
  return { proposals: [reasons.length > 0 ? { ...proposal, rationale: reasons.join('\n') } : proposal], note }
}
