/** The texts of the claims of each sentence: by rules, or by a model that is asked about the whole response. */
import { z } from 'zod'
import { contentOf } from '@/lib/protocols/factcheck-bench/content'
import { type Asked, StepFailure, type StepInput, type StepTools } from '@/lib/protocols/prefill'
import { doEach, roomFor } from '@/lib/protocols/prefilling/asking'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { claimsOf } from '@/lib/protocols/rules/claims'
import { foldText } from '@/lib/text/text-similarity'
import { sentenceValues, spokenSentences } from './about-sentences'
import { claimsPrompt, sentenceClaimsPrompt } from './prompts/decompose'
import { ofKind, sentenceText } from './step-input'

const MOST_CLAIMS = 50
const LONGEST_CLAIM = 2_000

export interface SentenceClaims {
  sentence: UnitDraft
  texts: string[]
  promptHash?: string
  model?: string
}

export interface ClaimTexts {
  claims: SentenceClaims[]
  /** Sentences that were asked about one by one, because the answer about all did not fit them. */
  fellBack: string[]
  problems: string[]
}

export function claimTextsByRules(input: StepInput): ClaimTexts {
  const claims = ofKind(input, 'sentence').map((sentence) => ({
    sentence,
    texts: claimsOf(sentenceText(input, sentence)),
  }))
  return { claims, fellBack: [], problems: [] }
}

const whole = z.object({
  entries: z.array(z.object({ number: z.int(), begins: z.string(), claims: z.array(z.string()) })),
})
const single = z.object({ claims: z.array(z.string()) })

/**
 * One call for the response; an entry counts only if it begins as its sentence does, so that a shifted answer is noticed.
 * Sentences without a fitting entry are asked about one by one (as the benchmark was built).
 */
export async function claimTextsByModel(input: StepInput, tools: StepTools): Promise<ClaimTexts> {
  const sentences = spokenSentences(input)
  if (sentences.length === 0) return { claims: [], fellBack: [], problems: [] }
  const modelReply = await askWhole(input, tools, sentences)
  const paired = sentences.map((sentence, index) => pairedWith(input, sentence, index, modelReply))
  const left = sentences.filter((_, index) => paired[index] === null)
  const { results, problems } = await doEach(left, (sentence) => askSingle(input, tools, sentence)).catch(
    (error: unknown) => {
      // What was paired is good, whatever happened to the rest.
      if (error instanceof StepFailure && left.length < sentences.length && isAboutTexts(error))
        return { results: [], problems: [error.message] }
      throw error
    },
  )
  const order = new Map(sentences.map(({ key }, index) => [key, index]))
  const place = ({ sentence }: SentenceClaims) => order.get(sentence.key) ?? 0
  const claims = [...paired.filter((each) => each !== null), ...results].sort((a, b) => place(a) - place(b))
  return { claims, fellBack: left.map(({ key }) => key), problems }
}

const isAboutTexts = ({ code }: StepFailure) => ['malformed', 'truncated', 'refused'].includes(code)

/** null where the answer about all sentences was cut or could not be read. */
async function askWhole(input: StepInput, tools: StepTools, sentences: readonly UnitDraft[]) {
  const texts = sentences.map(({ text }) => text)
  const question = {
    prompt: claimsPrompt,
    values: sentenceValues(input, sentences),
    answer: whole,
    maxTokens: roomFor(tools, texts, 120),
  }
  try {
    return await tools.ask(question)
  } catch (error) {
    if (error instanceof StepFailure && (error.code === 'malformed' || error.code === 'truncated')) return null
    throw error
  }
}

function pairedWith(
  input: StepInput,
  sentence: UnitDraft,
  index: number,
  modelReply: Asked<z.infer<typeof whole>> | null,
): SentenceClaims | null {
  const entries = modelReply?.value.entries.filter(({ number }) => number === index + 1) ?? []
  const [entry] = entries
  if (!modelReply || !entry || entries.length > 1) return null
  const begins = lettersOf(entry.begins)
  if (begins === '' || !lettersOf(sentenceText(input, sentence)).startsWith(begins)) return null
  return { sentence, texts: tidied(entry.claims), promptHash: modelReply.promptHash, model: modelReply.model }
}

async function askSingle(input: StepInput, tools: StepTools, sentence: UnitDraft): Promise<SentenceClaims> {
  const { prompt, response } = contentOf(input.content)
  const text = sentenceText(input, sentence)
  const { value, promptHash, model } = await tools.ask({
    prompt: sentenceClaimsPrompt,
    values: { prompt, response, sentence: text },
    answer: single,
    maxTokens: roomFor(tools, [text, text], 200),
  })
  return { sentence, texts: tidied(value.claims), promptHash, model }
}

/** Letters and digits only: marks and blanks are copied too loosely to compare. */
const lettersOf = (text: string) => foldText(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** Without blanks, empty texts and repetitions; a claim as long as a page is none. */
function tidied(texts: readonly string[]): string[] {
  const seenTexts = new Set<string>()
  return texts
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => {
      const folded = foldText(text)
      const isFresh = folded !== '' && text.length <= LONGEST_CLAIM && !seenTexts.has(folded)
      seenTexts.add(folded)
      return isFresh
    })
    .slice(0, MOST_CLAIMS)
}
