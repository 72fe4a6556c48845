import { z } from 'zod'
import { contentOf } from '@/lib/protocols/factcheck-bench/content'
import { mergeSentence } from '@/lib/protocols/factcheck-bench/merge-sentences'
import { type MergedClaim, mergeDataOf } from '@/lib/protocols/factcheck-bench/unit-data'
import type { PrefillStep, Proposal, StepInput, StepTools } from '@/lib/protocols/prefill'
import { askAboutEach, roomFor } from '@/lib/protocols/prefilling/asking'
import { rationaleOf } from '@/lib/protocols/prefilling/rationale'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { findDuplicates } from '@/lib/text/near-duplicates'
import { sameTextIgnoringSpace } from '@/lib/text/same-text'
import { mergePrompt } from './prompts/merge'
import { ofKind } from './step-input'

const LONGEST = 5_000

/** Which sentences stay, and how they read with their corrections. */
export const mergeStep: PrefillStep = {
  key: 'merge',
  title: 'Merge',
  summary:
    'Proposes which sentences stay and how they read. By rules the automatic merge stands, and a sentence is deleted if nothing is left of it or another already says the same.',
  stage: 'merge',
  methods: ['model', 'rules'],
  uses: [],
  after: [],
  parameters: z.object({}),
  prompts: [mergePrompt],
  async run(input, tools, { method }) {
    const proposals = method === 'rules' ? byRules(input) : await byModel(input, tools)
    const deleted = proposals.filter(({ question, value }) => question === 'fate' && value === 'delete')
    return {
      proposals,
      note: { sentences: ofKind(input, 'sentence').length, deleted: deleted.map(({ unit }) => unit) },
    }
  },
}

function byRules(input: StepInput): Proposal[] {
  const sentences = ofKind(input, 'sentence')
  const duplicates = findDuplicates(sentences.map(mergeSentence))
  return sentences.map((sentence, index): Proposal => {
    const same = duplicates.find(({ right }) => right === index)
    const fate = (value: string, score: number, rationale: string) => ({
      unit: sentence.key,
      question: 'fate',
      value,
      score,
      rationale,
    })
    if (mergeSentence(sentence).trim() === '') return fate('delete', 0.6, 'All its claims were deleted.')
    if (same) return fate('delete', 0.4, `Sentence ${same.left + 1} says nearly the same.`)
    return fate('keep', 0.5, 'Something is left of it, and no earlier sentence says the same.')
  })
}

const answer = z.object({
  entries: z.array(
    z.object({ number: z.int(), fate: z.enum(['keep', 'delete']), text: z.string().nullable(), reason: z.string() }),
  ),
})
type Entry = z.infer<typeof answer>['entries'][number]

async function byModel(input: StepInput, tools: StepTools): Promise<Proposal[]> {
  const sentences = ofKind(input, 'sentence')
  if (sentences.length === 0) return []
  const question = {
    prompt: mergePrompt,
    values: { prompt: contentOf(input.content).prompt, sentences: sentences.map(described).join('\n') },
    answer,
    maxTokens: roomFor(
      tools,
      sentences.map(({ text }) => text),
      80,
    ),
  }
  const isUsable = ({ fate, text }: Entry) => fate === 'delete' || (text !== null && isText(text))
  const modelReplies = await askAboutEach(tools, question, sentences.length, isUsable)
  return modelReplies.flatMap(({ index, value, promptHash }) => proposalsFor(sentences[index], value, promptHash))
}

const isText = (text: string) => text.trim() !== '' && text.length <= LONGEST

function described({ text, ...sentence }: UnitDraft, index: number): string {
  const { claims } = mergeDataOf({ text, ...sentence })
  return [`${index + 1}. ${onOneLine(text)}`, ...claims.map(claimLine)].join('\n')
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

const FATES: Readonly<Record<MergedClaim['fate'], string>> = { kept: 'right', edited: 'corrected', deleted: 'deleted' }

const claimLine = ({ fate, was, text }: MergedClaim): string =>
  `   - ${FATES[fate]}: ${onOneLine(was)}${fate === 'edited' ? ` => ${onOneLine(text)}` : ''}`

/** What reads as the automatic merge does is not proposed: that stands already. */
function proposalsFor(sentence: UnitDraft | undefined, { fate, text, reason }: Entry, promptHash: string): Proposal[] {
  if (!sentence) return []
  const from = { unit: sentence.key, promptHash, ...rationaleOf(reason) }
  const decided = { ...from, question: 'fate', value: fate }
  const isOther = fate === 'keep' && text !== null && !sameTextIgnoringSpace(text, mergeSentence(sentence))
  return isOther ? [decided, { ...from, question: 'revised', value: text.trim() }] : [decided]
}
