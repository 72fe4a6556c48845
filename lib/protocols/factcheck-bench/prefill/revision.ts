import { z } from 'zod'
import { contentOf } from '@/lib/protocols/factcheck-bench/content'
import { mergeDataOf } from '@/lib/protocols/factcheck-bench/unit-data'
import { parameterOption } from '@/lib/protocols/parameter-option'
import type { PrefillStep, StepInput } from '@/lib/protocols/prefill'
import { askOne, doEach, numbered, roomFor } from '@/lib/protocols/prefilling/asking'
import { revisionPrompt, revisionWithPromptPrompt } from './prompts/merge'
import { ofKind } from './step-input'

const LONGEST = 50_000

const parameters = z.object({
  with: z
    .union([
      parameterOption('both', 'Both, as two revisions'),
      parameterOption('with', 'With the prompt'),
      parameterOption('without', 'Without the prompt'),
    ])
    .default('both')
    .meta({
      title: 'The prompt beside it',
      description: 'Whether the model is given the prompt besides the response and the claims.',
    }),
})

/** Whole-response revisions: systems to be compared, never suggestions (Factcheck-Bench, 4.4). */
export const revisionStep: PrefillStep = {
  key: 'revision',
  title: 'Whole revisions',
  summary:
    'Lets a model revise the whole response from the claims that were found to be true, with and without the prompt. The texts are kept with the run, to be compared later; nothing is suggested. Run it once for each model.',
  stage: 'merge',
  methods: ['model'],
  uses: [],
  after: [],
  startsOff: true,
  parameters,
  prompts: [revisionPrompt, revisionWithPromptPrompt],
  async run(input, tools, settings) {
    const { with: which } = parameters.parse(settings.parameters)
    const claims = standingClaims(input)
    if (claims.length === 0) return { note: { revisions: [], problems: ['No claim was left to revise from.'] } }
    const variants = which === 'both' ? [true, false] : [which === 'with']
    const { prompt, response } = contentOf(input.content)
    const promptValues = { response, claims: numbered(claims) }
    const { results, problems } = await doEach(variants, async (withQuestion) => {
      const question = {
        prompt: withQuestion ? revisionWithPromptPrompt : revisionPrompt,
        values: withQuestion ? { ...promptValues, prompt } : promptValues,
        answer,
        maxTokens: roomFor(tools, [response], 300),
      }
      const { value, model, promptHash } = await askOne(tools, question, ({ revised }) => isText(revised))
      return { model, withQuestion, text: value.revised.trim(), promptHash }
    })
    return { note: { revisions: results, problems } }
  },
}

const answer = z.object({ revised: z.string() })

const isText = (text: string) => text.trim() !== '' && text.length <= LONGEST

/** The claims as the second stage left them, those deleted left out. */
const standingClaims = (input: StepInput): string[] =>
  ofKind(input, 'sentence')
    .flatMap((sentence) => mergeDataOf(sentence).claims)
    .filter(({ fate, text }) => fate !== 'deleted' && text.trim() !== '')
    .map(({ text }) => text.trim())
