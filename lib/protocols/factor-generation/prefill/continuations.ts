import { z } from 'zod'
import { commonStart, startOf } from '@/lib/protocols/factor-generation/common-start'
import { type Continuation, contentOf } from '@/lib/protocols/factor-generation/content'
import { FACT, JUDGE } from '@/lib/protocols/factor-generation/labels'
import type { PrefillStep, StepInput, StepOutput, StepTools } from '@/lib/protocols/prefill'
import { continuationPrompt } from './prompts'

const LONGEST = 5_000

const parameters = z.object({
  samples: z.int().min(1).max(10).default(3).meta({
    title: 'Texts of the model',
    description: 'How many texts the model writes from the same beginning (three in the paper).',
  }),
  temperature: z.number().min(0).max(2).default(0.8).meta({
    title: 'Temperature',
    description: 'How much the texts may differ from each other.',
  }),
  tokens: z.int().min(20).max(1_000).default(200).meta({
    title: 'Tokens a text',
    description: 'How many tokens one text has at most; the model cuts off what is longer.',
  }),
})

const answer = z.object({ text: z.string() })

async function run({ content }: StepInput, tools: StepTools, settings: Record<string, unknown>): Promise<StepOutput> {
  const { samples, temperature, tokens } = parameters.parse(settings)
  const pair = contentOf(content)
  const start = startOf(pair)
  const promptTexts = [start, start.split('\n').at(-1) ?? '', commonStart(pair.completion, pair.contradiction)]
  const evidence: Continuation[] = []
  for (let sample = 0; sample < samples; sample++) {
    const modelReply = await tools.ask({
      prompt: continuationPrompt,
      values: { start },
      answer,
      maxTokens: tokens,
      temperature,
      sample,
    })
    const text = withoutStart(modelReply.value.text, promptTexts).slice(0, LONGEST)
    evidence.push({ model: modelReply.model, sample: sample + 1, text })
  }
  return { evidence, note: { model: evidence[0]?.model ?? '', texts: evidence.length } }
}

/** Shorter beginnings may stand there by chance. */
const TELLING = 20

/** Some models say what they were given, or its end, once more. */
function withoutStart(text: string, promptTexts: readonly string[]): string {
  const trimmed = text.trim()
  const beginnings = promptTexts.map((each) => each.trim()).filter(({ length }) => length > TELLING)
  const repeated = beginnings.find((each) => trimmed.startsWith(each))
  return repeated === undefined ? trimmed : trimmed.slice(repeated.length).trim()
}

/** The step for one stage: before the fact is written, or where a record brought the fact along. */
const stepOf = (key: string, stage: string, title: string, startsOff: { startsOff?: true }): PrefillStep => ({
  key,
  stage,
  title,
  ...startsOff,
  summary:
    'Lets the model go on from the text so far and the words that both sentences begin with. Start one run for each model.',
  methods: ['model'],
  uses: [],
  after: [],
  parameters,
  prompts: [continuationPrompt],
  run: (input, tools, settings) => run(input, tools, settings.parameters),
})

export const continuationsStep = stepOf('continuations', FACT, 'Continuations', {})
export const laterContinuationsStep = stepOf('later-continuations', JUDGE, 'Continuations for a fact that is there', {
  startsOff: true,
})
