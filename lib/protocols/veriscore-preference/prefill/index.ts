/** What machines can do before people choose: make the two lists, as VeriScore and as plain decomposition do (SEEDS 5.3). */

import { z } from 'zod'
import type { Pipeline, PrefillStep } from '@/lib/protocols/prefill'
import { foundIn } from '@/lib/protocols/prefilling/found-entries'
import type { Json } from '@/lib/protocols/protocol'
import { worthOf } from '@/lib/protocols/rules/check-worthiness'
import { latestByMethod } from '@/lib/protocols/side-by-side/methods'
import { refuseMore } from '@/lib/protocols/side-by-side/refuse-more'
import { CHOOSE } from '@/lib/protocols/veriscore-preference/choices'
import {
  type ClaimList,
  contentOf,
  listsOf,
  type PreferenceContent,
  partsOf,
  tidyClaims,
} from '@/lib/protocols/veriscore-preference/content'
import { type Asking, askForClaims, parameters, sentencesOf, unique } from './extract'
import { sentencePrompt, windowPrompt, windowWithQuestionPrompt } from './prompts/extract'

/** How many lists of claims are compared. */
const LISTS = 2

const madeList = z.object({
  method: z.string().trim().min(1),
  claims: z.array(z.string()).transform(tidyClaims),
  extractor: z.string().nullable(),
})

/**
 * The content with the lists that runs made: of one method the latest stands; a third method has no place. What is not in the shape of a list is left
 * out. The same lists twice change nothing.
 */
export function withEvidence(storedContent: Json, found: readonly Json[]): Json {
  const content = contentOf(storedContent)
  const made = foundIn(found, madeList)
  if (made.length === 0) return storedContent
  const lists = latestByMethod<ClaimList & { extractor?: string | null }>([...listsOf(content), ...made]).slice(
    0,
    LISTS,
  )
  // Stated is the model behind lists that the record brings; where runs made all of them, the one that made them.
  const models = new Set(lists.map(({ extractor }) => extractor))
  const [only = null] = models
  const extractor = models.has(undefined) ? content.extractor : models.size === 1 ? only : null
  return { ...content, ...partsOf(lists), extractor }
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

interface Extractor extends Pick<PrefillStep, 'key' | 'title' | 'summary' | 'prompts'> {
  /** Is the sentence a claim by the rules? */
  isClaim(sentence: string): boolean
  /** What a model is asked about the sentence at this place. */
  asking(content: PreferenceContent, sentences: readonly string[], index: number): Asking
}

/** One of the two ways to list claims. A third list has no place, and which of two is to go only a person knows. */
const stepOf = ({ isClaim, asking, ...head }: Extractor): PrefillStep => ({
  ...head,
  stage: CHOOSE,
  methods: ['rules', 'model'],
  uses: [],
  after: [],
  parameters,
  async run({ content: storedContent }, tools, { method: way, parameters: chosen }) {
    const content = contentOf(storedContent)
    const sentences = sentencesOf(content)
    const { claims, model } =
      way === 'rules'
        ? { claims: unique(sentences.filter(isClaim)), model: null }
        : await askForClaims(
            tools,
            sentences.map((_, index) => asking(content, sentences, index)),
          )
    const method = parameters.parse(chosen).named === 'model' && model !== null ? model : head.key
    refuseMore(listsOf(content), [{ method }], LISTS, { made: 'lists', from: 'text' })
    const evidence = { method, claims, extractor: model }
    return { evidence: [evidence], note: evidence }
  },
})

/** Verifiable claims only, each sentence read in its surroundings. */
export const windowsStep = stepOf({
  key: 'windows',
  title: 'Verifiable claims',
  summary:
    'Extracts what can be verified, sentence by sentence with its neighbours and the question. By rules: the sentences that look like statements of fact.',
  prompts: [windowPrompt, windowWithQuestionPrompt],
  isClaim: (sentence) => worthOf(sentence).worth === 'fact',
  asking({ question, isAnswer }, sentences, index): Asking {
    const window = windowAt(sentences, index, isAnswer)
    return question === null
      ? { prompt: windowPrompt, values: { window } }
      : { prompt: windowWithQuestionPrompt, values: { window, question } }
  },
})

/** Everything that is said, each sentence by itself. */
export const sentencesStep = stepOf({
  key: 'sentences',
  title: 'All facts by sentence',
  summary: 'Breaks every sentence up into what it says, whether or not that can be verified. By rules: the sentences.',
  prompts: [sentencePrompt],
  isClaim: () => true,
  asking: (_, sentences, index) => ({ prompt: sentencePrompt, values: { sentence: (sentences[index] ?? '').trim() } }),
})

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
