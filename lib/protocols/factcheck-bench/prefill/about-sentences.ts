/** Questions to a model about all sentences of a response at once. */
import { z } from 'zod'
import { contentOf } from '@/lib/protocols/factcheck-bench/content'
import type { Prompt, Proposal, StepInput, StepTools } from '@/lib/protocols/prefill'
import { askAboutEach, numbered, roomFor, type Said } from '@/lib/protocols/prefilling/asking'
import { rationaleOf } from '@/lib/protocols/prefilling/rationale'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { saysAnything } from '@/lib/protocols/rules/words'
import { ofKind, sentenceText } from './step-input'

/** The sentences that hold words; the others are nobody's business. */
export const spokenSentences = (input: Pick<StepInput, 'units'>): UnitDraft[] =>
  ofKind(input, 'sentence').filter(({ text }) => saysAnything(text))

/** The values of a prompt about all sentences, each as it stands on its own where that was proposed. */
export function sentenceValues(input: StepInput, sentences: readonly UnitDraft[]): Record<string, string> {
  const texts = sentences.map((sentence) => sentenceText(input, sentence))
  return { prompt: contentOf(input.content).prompt, sentences: numbered(texts) }
}

export interface Rating {
  sentence: UnitDraft
  value: string
  reason: string
  promptHash: string
}

/** One category of every sentence, with a reason. Sentences left out twice have none. */
export async function rateSentences(
  input: StepInput,
  tools: StepTools,
  prompt: Prompt,
  values: readonly [string, ...string[]],
): Promise<Rating[]> {
  const sentences = spokenSentences(input)
  if (sentences.length === 0) return []
  const answer = z.object({
    entries: z.array(z.object({ number: z.int(), category: z.enum(values), reason: z.string() })),
  })
  const maxTokens = roomFor(tools, [], 0) + 80 * sentences.length
  const question = { prompt, values: sentenceValues(input, sentences), answer, maxTokens }
  const modelReplies = await askAboutEach(tools, question, sentences.length)
  return modelReplies.flatMap((each) => ratingOf(sentences, each))
}

function ratingOf(
  sentences: readonly UnitDraft[],
  { index, value, promptHash }: Said<{ category: string; reason: string }>,
): Rating[] {
  const sentence = sentences[index]
  return sentence ? [{ sentence, value: value.category, reason: value.reason, promptHash }] : []
}

/** Ratings as proposals for a question of their sentences. */
export const asProposals = (question: string, ratings: readonly Rating[]): Proposal[] =>
  ratings.map(({ sentence, value, reason, promptHash }) => ({
    unit: sentence.key,
    question,
    value,
    promptHash,
    ...rationaleOf(reason),
  }))

/** For the note: how many sentences got an answer, and which got none. */
export function coverage(input: Pick<StepInput, 'units'>, proposals: readonly Proposal[]) {
  const answered = new Set(proposals.map(({ unit }) => unit))
  const without = spokenSentences(input).filter(({ key }) => !answered.has(key))
  return { answered: answered.size, without: without.map(({ key }) => key) }
}
