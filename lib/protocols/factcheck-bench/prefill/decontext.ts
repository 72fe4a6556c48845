import { z } from 'zod'
import type { PrefillStep, Proposal, StepInput, StepTools } from '@/lib/protocols/prefill'
import { askAboutEach, roomFor } from '@/lib/protocols/prefilling/asking'
import { standAlone } from '@/lib/protocols/rules/decontextualise'
import { sameTextIgnoringSpace } from '@/lib/text/same-text'
import { sentenceValues, spokenSentences } from './about-sentences'
import { decontextPrompt } from './prompts/decompose'
import { ofKind } from './step-input'

const RULES_SCORE = 0.5
const LONGEST = 5_000

/** Sentences as they read on their own. One that already does has no proposal: it stands as it is. */
export const decontextStep: PrefillStep = {
  key: 'decontext',
  title: 'Sentences on their own',
  summary:
    'Rewords sentences so that they can be understood without the others. The rules only replace a leading pronoun where a single name can be meant.',
  stage: 'decompose',
  methods: ['model', 'rules'],
  uses: [],
  after: [],
  parameters: z.object({}),
  prompts: [decontextPrompt],
  async run(input, tools, { method }) {
    const proposals = method === 'rules' ? byRules(input) : await byModel(input, tools)
    return { proposals, note: { reworded: proposals.length, sentences: ofKind(input, 'sentence').length } }
  },
}

function byRules(input: StepInput): Proposal[] {
  const sentences = ofKind(input, 'sentence')
  return standAlone(sentences.map(({ text }) => text)).flatMap((text, index): Proposal[] => {
    const sentence = sentences[index]
    if (text === null || !sentence) return []
    const rationale = 'The pronoun at the beginning stands for the name that the sentences before are about.'
    return [{ unit: sentence.key, question: 'decontext', value: text, score: RULES_SCORE, rationale }]
  })
}

const answer = z.object({ entries: z.array(z.object({ number: z.int(), text: z.string() })) })

async function byModel(input: StepInput, tools: StepTools): Promise<Proposal[]> {
  const sentences = spokenSentences(input)
  if (sentences.length === 0) return []
  const values = sentenceValues({ ...input, proposals: [] }, sentences)
  const maxTokens = roomFor(
    tools,
    sentences.map(({ text }) => text),
  )
  const isUsable = ({ text }: { text: string }) => text.trim() !== '' && text.length <= LONGEST
  const question = { prompt: decontextPrompt, values, answer, maxTokens }
  const modelReplies = await askAboutEach(tools, question, sentences.length, isUsable)
  return modelReplies.flatMap(({ index, value, promptHash }): Proposal[] => {
    const sentence = sentences[index]
    if (!sentence || sameTextIgnoringSpace(sentence.text, value.text)) return []
    return [{ unit: sentence.key, question: 'decontext', value: value.text.trim(), promptHash }]
  })
}
