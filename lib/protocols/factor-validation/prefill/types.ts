import { z } from 'zod'
import { errorTypes } from '@/lib/protocols/factor-validation/options'
import { VALIDATE } from '@/lib/protocols/factor-validation/roll-up'
import {
  type PrefillStep,
  type Prompt,
  StepFailure,
  type StepInput,
  type StepOutput,
  type StepTools,
} from '@/lib/protocols/prefill'
import { applicableTypes } from './applicable-types'
import { exampleStart } from './candidates'

/* Prompts of the FACTOR builder, of Assay's own. Versions rise with every change of the text. */

const typesPrompt: Prompt = {
  name: 'factor-types',
  version: 1,
  system: `You say in which ways a sentence could be made false by changing a few of its words.
- predicate: it states an action or a state that could be exchanged for another.
- entity: it names somebody or something that could be exchanged for another of the same kind.
- circumstance: it says when, where or how, and that could be changed.
- coreference: it has a pronoun or another reference that could be made to point to somebody else.
- link: it joins two statements by a word for time, cause or contrast that could be exchanged.
List those that fit, and no others.`,
  user: `The sentence:
{{sentence}}`,
}

const MOST_TOKENS = 300
const answer = z.object({ types: z.array(z.enum(errorTypes)) })

async function byModel(input: StepInput, tools: StepTools): Promise<StepOutput> {
  const { completion } = exampleStart(input)
  const modelReply = await tools.ask({
    prompt: typesPrompt,
    values: { sentence: completion },
    answer,
    maxTokens: MOST_TOKENS,
  })
  return { note: { types: checked(errorTypes.filter((type) => modelReply.value.types.includes(type))) } }
}

function byRules(input: StepInput): StepOutput {
  return { note: { types: checked(applicableTypes(exampleStart(input).completion)) } }
}

function checked<T>(types: readonly T[]): T[] {
  if (types.length > 0) return [...types]
  throw new StepFailure('rejected', 'The sentence has room for no kind of error. Choose another sentence.')
}

/** Nouns, verbs, pronouns, times and places, link words: what there is can be changed (SEEDS 5.4, step 2). */
export const typesStep: PrefillStep = {
  key: 'types',
  title: 'Applicable error types',
  summary: 'Finds the kinds of error that the completion has room for.',
  stage: VALIDATE,
  methods: ['rules', 'model'],
  uses: [],
  after: ['sentence'],
  parameters: z.object({}),
  prompts: [typesPrompt],
  run: (input, tools, { method }) =>
    method === 'model' ? byModel(input, tools) : Promise.resolve().then(() => byRules(input)),
}
