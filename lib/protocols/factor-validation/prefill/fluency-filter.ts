import { z } from 'zod'
import { VALIDATE } from '@/lib/protocols/factor-validation/roll-up'
import { shownText } from '@/lib/protocols/factor-validation/shown-text'
import type { PrefillStep, StepInput, StepOutput, StepTools } from '@/lib/protocols/prefill'
import {
  byNumber,
  CONTRADICTION_FILTER,
  CONTRADICTIONS,
  candidatesIn,
  exampleStart,
  type Filtered,
  FLUENCY_FILTER,
  filteredIn,
  nearContext,
  numbered,
} from './candidates'
import { filterParameters } from './filter-parameters'
import { fluencyJudge } from './prompts/filters'

const TOKENS_A_JUDGEMENT = 40

const parameters = z.object({
  margin: z.number().min(0).max(1).default(0.2).meta({
    title: 'Margin',
    description: 'A contradiction is kept if the completion is more fluent by no more than this.',
  }),
  ...filterParameters,
})

const answer = z.object({
  judgements: z.array(z.object({ number: z.number().int(), fluency: z.number().min(0).max(1) })),
})

/** Judges what the contradiction filter left, together with the completion, whose place in the list tells nothing. */
async function filter(input: StepInput, tools: StepTools, settings: z.output<typeof parameters>): Promise<StepOutput> {
  const contradicting = filteredIn(input, CONTRADICTION_FILTER)
  const candidates = candidatesIn(input).filter(({ text }) => contradicting.get(text)?.passes ?? true)
  if (candidates.length === 0) return { note: { filtered: [] } }
  const { prefix, completion } = exampleStart(input)
  const texts = [...new Set([completion, ...candidates.map(({ text }) => text)])].toSorted()
  const { value } = await tools.ask({
    prompt: fluencyJudge,
    values: { context: nearContext(prefix, settings.contextWords), sentences: numbered(texts.map(shownText)) },
    answer,
    maxTokens: texts.length * TOKENS_A_JUDGEMENT + 200,
  })
  const judgements = byNumber(value.judgements, texts.length)
  const fluencyOf = (text: string) => judgements[texts.indexOf(text)]?.fluency ?? 0
  const filtered = candidates.map(({ text }): Filtered => {
    // Decimal fractions are not exact: 0.9 - 0.7 is more than 0.2.
    const score = Math.round((fluencyOf(completion) - fluencyOf(text)) * 1e6) / 1e6
    return { text, score, passes: settings.action === 'measure' || score <= settings.margin }
  })
  return { note: { filtered, completion: fluencyOf(completion) } }
}

/**
 * The paper compares mean log-likelihoods under a small model. Chat endpoints give no likelihood of a text that they did not
 * write, so a judge's score from 0 to 1 stands in for it, with the same margin (docs/formats/factor-validation.md).
 */
export const fluencyFilterStep: PrefillStep = {
  key: FLUENCY_FILTER,
  title: 'Fluency filter',
  summary: 'Has a model say how fluent each edit and the completion are, and removes what falls too far behind.',
  stage: VALIDATE,
  methods: ['model'],
  uses: [],
  after: [CONTRADICTIONS],
  parameters,
  prompts: [fluencyJudge],
  run: (input, tools, settings) => filter(input, tools, parameters.parse(settings.parameters)),
}
