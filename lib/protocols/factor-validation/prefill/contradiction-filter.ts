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
  nearContext,
  numbered,
} from './candidates'
import { filterParameters } from './filter-parameters'
import { contradictionJudge } from './prompts/filters'

const TOKENS_A_JUDGEMENT = 40

const parameters = z.object({
  threshold: z.number().min(0).max(1).default(0.6).meta({
    title: 'Threshold',
    description: 'A contradiction is kept above this probability.',
  }),
  coreferenceThreshold: z.number().min(0).max(1).default(0.3).meta({
    title: 'Threshold for coreference',
    description: 'Exchanged references are harder to recognise.',
  }),
  ...filterParameters,
})

const answer = z.object({
  judgements: z.array(z.object({ number: z.number().int(), contradiction: z.number().min(0).max(1) })),
})

async function filter(input: StepInput, tools: StepTools, settings: z.output<typeof parameters>): Promise<StepOutput> {
  const candidates = candidatesIn(input)
  if (candidates.length === 0) return { note: { filtered: [] } }
  const { prefix, completion } = exampleStart(input)
  const { value } = await tools.ask({
    prompt: contradictionJudge,
    values: {
      context: nearContext(prefix, settings.contextWords),
      sentence: shownText(completion),
      hypotheses: numbered(candidates.map(({ text }) => shownText(text))),
    },
    answer,
    maxTokens: candidates.length * TOKENS_A_JUDGEMENT + 200,
  })
  const judgements = byNumber(value.judgements, candidates.length)
  const filtered = candidates.map(({ text, type }, index): Filtered => {
    const score = judgements[index]?.contradiction ?? 0
    const threshold = type === 'coreference' ? settings.coreferenceThreshold : settings.threshold
    return { text, score, passes: settings.action === 'measure' || score > threshold }
  })
  return { note: { filtered } }
}

/**
 * An entailment model's probability of contradiction in the paper, with the near context before both sentences; here that
 * of the model that is asked (SEEDS 5.4, step 4; app. A.2 for the thresholds).
 */
export const contradictionFilterStep: PrefillStep = {
  key: CONTRADICTION_FILTER,
  title: 'Contradiction filter',
  summary:
    'Has a model say how probable it is that each edit contradicts the completion, and removes what stays below.',
  stage: VALIDATE,
  methods: ['model'],
  uses: [],
  after: [CONTRADICTIONS],
  parameters,
  prompts: [contradictionJudge],
  run: (input, tools, settings) => filter(input, tools, parameters.parse(settings.parameters)),
}
