/** What machines can do before people choose: make the two lists, as VeriScore and as plain decomposition do (SEEDS 5.3). */
import type { Pipeline, PrefillStep } from '@/lib/protocols/prefill'
import { worthOf } from '@/lib/protocols/rules/check-worthiness'
import { contentOf } from '@/lib/protocols/veriscore-preference/content'
import { CHOOSE } from '@/lib/protocols/veriscore-preference/stage'
import { type Asking, asEvidence, askForClaims, parameters, sentencesOf, unique } from './extract'
import { sentencePrompt, windowPrompt, windowWithQuestionPrompt } from './prompts/extract'
import { windowAt } from './windows'
import { withEvidence } from './with-evidence'

const common: Pick<PrefillStep, 'stage' | 'methods' | 'uses' | 'after' | 'parameters'> = {
  stage: CHOOSE,
  methods: ['rules', 'model'],
  uses: [],
  after: [],
  parameters,
}

const nameOf = (settings: { parameters: object }, method: string, model: string | null): string =>
  parameters.parse(settings.parameters).named === 'model' && model !== null ? model : method

/** Verifiable claims only, each sentence read in its surroundings. */
export const windowsStep: PrefillStep = {
  ...common,
  key: 'windows',
  title: 'Verifiable claims',
  summary:
    'Extracts what can be verified, sentence by sentence with its neighbours and the question. By rules: the sentences that look like statements of fact.',
  prompts: [windowPrompt, windowWithQuestionPrompt],
  async run({ content }, tools, settings) {
    const own = contentOf(content)
    const sentences = sentencesOf(own)
    if (settings.method === 'rules') {
      const claims = unique(sentences.filter((sentence) => worthOf(sentence).worth === 'fact'))
      return asEvidence(content, { method: 'windows', claims }, null)
    }
    const { question } = own
    const { claims, model } = await askForClaims(
      tools,
      sentences.map((_, at): Asking => {
        const window = windowAt(sentences, at, own.isAnswer)
        return question === null
          ? { prompt: windowPrompt, values: { window } }
          : { prompt: windowWithQuestionPrompt, values: { window, question } }
      }),
    )
    return asEvidence(content, { method: nameOf(settings, 'windows', model), claims }, model)
  },
}

/** Everything that is said, each sentence by itself. */
export const sentencesStep: PrefillStep = {
  ...common,
  key: 'sentences',
  title: 'All facts by sentence',
  summary: 'Breaks every sentence up into what it says, whether or not that can be verified. By rules: the sentences.',
  prompts: [sentencePrompt],
  async run({ content }, tools, settings) {
    const sentences = sentencesOf(contentOf(content))
    if (settings.method === 'rules')
      return asEvidence(content, { method: 'sentences', claims: unique(sentences) }, null)
    const { claims, model } = await askForClaims(
      tools,
      sentences.map((sentence) => ({ prompt: sentencePrompt, values: { sentence: sentence.trim() } })),
    )
    return asEvidence(content, { method: nameOf(settings, 'sentences', model), claims }, model)
  },
}

export const veriscorePreferencePipeline: Pipeline = {
  protocolId: 'veriscore-preference',
  steps: [windowsStep, sentencesStep],
  withEvidence,
  evidenceIsContent: true,
  generated: ({ prompt, response, model, externalId }) => ({
    text: response,
    question: prompt,
    source: model,
    id: externalId,
  }),
}
