/** What machines can do before people choose: make the two lists, as VeriScore and as plain decomposition do (SEEDS 5.3). */

import { z } from 'zod'
import type { Pipeline, PrefillStep } from '@/lib/protocols/prefill'
import { foundIn } from '@/lib/protocols/prefilling/found-entries'
import type { Json } from '@/lib/protocols/protocol'
import { worthOf } from '@/lib/protocols/rules/check-worthiness'
import { latestByMethod } from '@/lib/protocols/side-by-side/methods'
import { CHOOSE } from '@/lib/protocols/veriscore-preference/choices'
import { type ClaimList, contentOf, listsOf, partsOf, tidyClaims } from '@/lib/protocols/veriscore-preference/content'
import { type Asking, asEvidence, askForClaims, LISTS, parameters, sentencesOf, unique } from './extract'
import { sentencePrompt, windowPrompt, windowWithQuestionPrompt } from './prompts/extract'

/* The content with the lists that runs made: of one method the latest stands; a third method has no place. */

const madeList = z.object({
  method: z.string().trim().min(1),
  claims: z.array(z.string()),
  extractor: z.string().nullable(),
})

/** What is not in the shape of a list is left out. The same lists twice change nothing. */
export function withEvidence(content: Json, found: readonly Json[]): Json {
  const parsedContent = contentOf(content)
  const newLists = foundIn(found, madeList)
  if (newLists.length === 0) return content
  const lists = latestByMethod([
    ...listsOf(parsedContent),
    ...newLists.map(({ method, claims }) => ({ method, claims: tidyClaims(claims) })),
  ]).slice(0, LISTS)
  return { ...parsedContent, ...partsOf(lists), extractor: extractorOf(lists, newLists, parsedContent.extractor) }
}

type Made = z.infer<typeof madeList>

/** The model behind all of these lists where runs made all of them and it is one; what the record says where they did not. */
function extractorOf(lists: readonly ClaimList[], newLists: readonly Made[], stated: string | null): string | null {
  const latest = latestByMethod(newLists).filter(({ method }) => lists.some((list) => list.method === method))
  if (latest.length < lists.length) return stated
  const models = new Set(latest.map(({ extractor }) => extractor))
  const [only = null] = models
  return models.size === 1 ? only : null
}

/** What an extractor is given of a text for one of its sentences (VeriScore, appendix A; SEEDS 5.3). */

const BEFORE = 3
const AFTER = 1
/** Longer texts that answer no question get their first sentence in front, whatever else the window holds. */
const LONG = 5

/**
 * The sentence at `index` between marks, with up to three before it and one after it; in front of that the first sentence of a
 * text of more than five that answers no question.
 */
export function windowAt(sentences: readonly string[], index: number, isAnswer: boolean): string {
  const before = sentences.slice(Math.max(0, index - BEFORE), index)
  const after = sentences.slice(index + 1, index + 1 + AFTER)
  const lead = !isAnswer && sentences.length > LONG ? sentences.slice(0, 1) : []
  const focus = `<SOS>${(sentences[index] ?? '').trim()}<EOS>`
  return [...lead, ...before, focus, ...after].map((sentence) => sentence.trim()).join(' ')
}

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
    const parsedContent = contentOf(content)
    const sentences = sentencesOf(parsedContent)
    if (settings.method === 'rules') {
      const claims = unique(sentences.filter((sentence) => worthOf(sentence).worth === 'fact'))
      return asEvidence(content, { method: 'windows', claims }, null)
    }
    const { question } = parsedContent
    const { claims, model } = await askForClaims(
      tools,
      sentences.map((_, index): Asking => {
        const window = windowAt(sentences, index, parsedContent.isAnswer)
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
