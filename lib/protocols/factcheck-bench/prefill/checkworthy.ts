import { z } from 'zod'
import type { PrefillStep, Proposal, StepInput } from '@/lib/protocols/prefill'
import { type Worth, worthOf } from '@/lib/protocols/rules/check-worthiness'
import { asProposals, coverage, rateSentences } from './about-sentences'
import { checkworthyPrompt } from './prompts/decompose'
import { ofKind, sentenceText } from './step-input'

const values = ['yes', 'opinion', 'not_a_claim', 'other'] as const

/** Whether each sentence states anything to be checked. */
export const checkworthyStep: PrefillStep = {
  key: 'checkworthy',
  title: 'Check-worthiness of sentences',
  summary:
    'Proposes for each sentence whether it states a fact to check. The rules look at its form only, not at its meaning.',
  stage: 'decompose',
  methods: ['model', 'rules'],
  uses: [],
  after: [],
  parameters: z.object({}),
  prompts: [checkworthyPrompt],
  async run(input, tools, { method }) {
    const proposals =
      method === 'rules'
        ? byRules(input)
        : asProposals('checkworthy', await rateSentences(input, tools, checkworthyPrompt, values))
    return { proposals, note: coverage(input, proposals) }
  },
}

const byRules = (input: StepInput): Proposal[] =>
  ofKind(input, 'sentence').map((sentence) => {
    const { worth, score, why } = worthOf(sentenceText(input, sentence))
    return { unit: sentence.key, question: 'checkworthy', value: asValue(worth), score, rationale: why }
  })

const asValue = (worth: Worth) => (worth === 'fact' ? 'yes' : worth)
