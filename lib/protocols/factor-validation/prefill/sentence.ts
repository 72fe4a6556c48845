import { z } from 'zod'
import { contentOf, type Sentence, startOf } from '@/lib/protocols/factor-validation/content'
import { VALIDATE } from '@/lib/protocols/factor-validation/roll-up'
import { parameterOption } from '@/lib/protocols/parameter-option'
import { type PrefillStep, StepFailure, type StepInput, type StepOutput } from '@/lib/protocols/prefill'
import { codePointSlice, toCodePointOffset } from '@/lib/text/code-points'
import { segmentText } from '@/lib/text/segment-text'
import type { FactorEvidence } from './with-evidence'

/* Which sentences of a document can be the completion of an example. Pure. */

interface Eligibility {
  /** A sentence has at least so many words. */
  words: number
  /** So many words stand at least before it. */
  prefixWords: number
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')

/** Ends like a sentence: a mark, and what closes quotes and brackets. */
const ENDED = /[.!?…。！？؟।]["”’')\]»]*$/u

/** Most of its words of more than three letters begin with a capital, as in headlines. */
function isTitleCase(words: readonly string[]): boolean {
  const long = words.filter((word) => /\p{L}{4,}/u.test(word))
  return long.length > 2 && long.filter((word) => /^\P{L}*\p{Lu}/u.test(word)).length > 0.7 * long.length
}

/** Headlines end without a mark, or are written with capitals. */
function isHeadline(text: string): boolean {
  return !ENDED.test(text) || isTitleCase(wordsOf(text)) || !/\p{Ll}|\p{Lo}/u.test(text)
}

/**
 * The sentences of a document, as code points, that are long enough, are no headline, and have a prefix. The first never
 * has one. A line of its own is cut from the sentence behind it: sentences go on over line breaks, headlines do not end.
 */
export function eligibleSentences(text: string, { words, prefixWords }: Eligibility): Sentence[] {
  const found: Sentence[] = []
  let offset = 0
  for (const slice of segmentText(text)) {
    const from = offset + sentenceStart(slice)
    const to = offset + slice.trimEnd().length
    offset += slice.length
    const sentence = text.slice(from, to)
    const wordCount = wordsOf(sentence).length
    const before = wordsOf(text.slice(0, from)).length
    if (wordCount < words || before < Math.max(1, prefixWords) || isHeadline(sentence)) continue
    const start = toCodePointOffset(text, from)
    found.push({ start, end: start + toCodePointOffset(sentence, sentence.length) })
  }
  return found
}

/** Behind the last empty line or headline within what the splitter took for one sentence. */
function sentenceStart(slice: string): number {
  const trimmed = slice.trimEnd()
  const last = trimmed.lastIndexOf('\n')
  const line = trimmed.slice(last + 1)
  // A sentence that was wrapped goes on with a small letter; a new line with a capital begins a sentence.
  const begins = last >= 0 && /^\s*["“‘(]?(\p{Lu}|\p{Lo}|\p{N})/u.test(line)
  const from = begins ? last + 1 : 0
  return from + (slice.slice(from).length - slice.slice(from).trimStart().length)
}

/** A number from a text, the same on every machine: FNV-1a over its UTF-16 units. */
export function numberOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  return hash
}

const sentenceParameters = z.object({
  words: z.int().min(3).max(100).default(10).meta({
    title: 'Fewest words',
    description: 'Shorter sentences are not chosen.',
  }),
  prefixWords: z.int().min(1).max(1_000).default(10).meta({
    title: 'Fewest words before it',
    description: 'How many words of the document have to stand before the sentence.',
  }),
  which: z
    .union([
      parameterOption('any', 'Any, drawn by the text of the document'),
      parameterOption('first', 'The first that fits'),
      parameterOption('last', 'The last that fits'),
    ])
    .default('any')
    .meta({ title: 'Which of those that fit', description: 'The draw is the same in every run.' }),
})

function choose(input: StepInput, parameters: z.output<typeof sentenceParameters>): StepOutput {
  const content = contentOf(input.content)
  const { prefix, completion, sentence: known } = content
  if (completion !== null) return { note: { completion, given: true } }
  const fitting = eligibleSentences(prefix, parameters)
  const index = { first: 0, last: fitting.length - 1, any: numberOf(prefix) % Math.max(1, fitting.length) }
  const sentence = fitting[index[parameters.which]]
  if (!sentence) {
    const message = `No sentence of the document fits: at least ${parameters.words} words, no headline, and text before it. Ask for fewer words, or discard the document.`
    throw new StepFailure('rejected', message)
  }
  const text = codePointSlice(prefix, sentence.start, sentence.end)
  const isKnown = known?.start === sentence.start && startOf(content)?.completion === text
  return {
    ...(isKnown ? {} : { evidence: [{ kind: 'sentence', sentence } satisfies FactorEvidence] }),
    note: { completion: text, fitting: fitting.length },
  }
}

/** One sentence per document becomes the completion, all before it the prefix (FACTOR 3.1; SEEDS 5.4). */
export const sentenceStep: PrefillStep = {
  key: 'sentence',
  title: 'Choose a sentence',
  summary:
    'Chooses the sentence of a document that becomes the true completion: long enough, no headline, with text before it.',
  stage: VALIDATE,
  methods: ['rules'],
  uses: [],
  after: [],
  parameters: sentenceParameters,
  prompts: [],
  run: async (input, _, { parameters }) => choose(input, sentenceParameters.parse(parameters)),
}
