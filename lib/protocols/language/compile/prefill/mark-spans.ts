/** A step that proposes spans: a model quotes the words, and they are found again in the text or refused. */
import { z } from 'zod'
import { schemaOf } from '@/lib/protocols/language/compile/questions'
import { ITEM, type QuestionDefinition } from '@/lib/protocols/language/definition'
import { type MarkedSpan, MOST_SPANS, sameSpan, spansAnswer } from '@/lib/protocols/marked-spans'
import type { StepInput, StepOutput, StepTools } from '@/lib/protocols/prefill'
import { QuotedText, TakenPlaces } from '@/lib/text/find-quotes'
import { contentText, filledIn } from './filled-in'
import { choicesAmong } from './judge'
import { NOT_THERE } from './list-entries'
import { Refusals } from './proposed-entries'
import { promptFor, proposedSubject, questionsFor, type StepOf, scopeOf } from './step-context'

const LEAST_TOKENS = 1_000
const MOST_TOKENS = 12_000
const TOKENS_A_TOKEN = 2

const quoted = z.object({ quote: z.string(), before: z.string().nullable(), why: z.string().nullable() })

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
    values: choices.map(({ line }) => line).join('\n') || 'none: stretches have no labels here',
  })
  const names = choices.map(({ name }) => name)
  const labelled = quoted.extend({ label: z.enum(names.length > 0 ? (names as [string, ...string[]]) : ['none']) })
  const { value, promptHash } = await tools.ask({
    prompt,
    values,
    answer: z.object({ spans: z.array(labelled) }),
    maxTokens: Math.min(MOST_TOKENS, LEAST_TOKENS + TOKENS_A_TOKEN * tools.countTokens(text)),
    temperature,
  })
  const refused = new Refusals()
  const labelOf = (name: string) => choices.find((choice) => choice.name === name)?.value
  const spans = foundSpans(question, text, value.spans, { refused, labelOf })
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

interface Found {
  span: MarkedSpan
  quote: string
  why: string | null
}

/** Those that stand in the text and may stand beside those before them. */
function foundSpans(
  question: QuestionDefinition,
  text: string,
  said: readonly (z.output<typeof quoted> & { label: string })[],
  { refused, labelOf }: { refused: Refusals; labelOf(name: string): unknown },
): Found[] {
  const source = new QuotedText(text)
  // Of spans that may overlap, one stretch can have several labels; else a quotation that comes again means its next place.
  const taken = new Map<string, TakenPlaces>()
  const takenFor = (label: string) => {
    const key = question.marks?.overlapping ? label : ''
    const places = taken.get(key) ?? new TakenPlaces()
    taken.set(key, places)
    return places
  }
  const most = Math.min(question.max ?? MOST_SPANS, MOST_SPANS)
  const found: Found[] = []
  for (const { quote, before, label, why } of said) {
    const place = source.find({ text: quote, before }, takenFor(label))
    if (!place) {
      refused.add(quote, NOT_THERE)
      continue
    }
    const { start, end } = place
    const span = { start, end, label: (labelOf(label) ?? null) as MarkedSpan['label'] }
    const meets = found.some((other) => other.span.start < end && start < other.span.end)
    if (found.length >= most) refused.add(quote, `At most ${most} may be marked.`)
    else if (found.some((other) => sameSpan(other.span, span))) refused.add(quote, 'It was marked before.')
    else if (meets && !question.marks?.overlapping) refused.add(quote, 'It overlaps another one.')
    else found.push({ span, quote: place.text, why })
  }
  return found
}
