import { z } from 'zod'
import { contentOf, startOf } from '@/lib/protocols/factor-validation/content'
import { VALIDATE } from '@/lib/protocols/factor-validation/roll-up'
import { parameterOption } from '@/lib/protocols/parameter-option'
import { type PrefillStep, StepFailure, type StepInput, type StepOutput } from '@/lib/protocols/prefill'
import { codePointSlice } from '@/lib/text/code-points'
import { eligibleSentences, numberOf } from './choose-sentence'
import { evidenceOf } from './with-evidence'

const sentenceParameters = z.object({
  words: z.int().min(3).max(100).default(10).meta({
    title: 'Fewest words',
    description: 'Shorter sentences are not chosen.',
  }),
  prefixWords: z.int().min(1).max(1_000).default(10).meta({
    title: 'Fewest words before it',
    description: 'So much of the document stands at least before the sentence.',
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
    ...(isKnown ? {} : { evidence: [evidenceOf({ kind: 'sentence', sentence })] }),
    note: { completion: text, fitting: fitting.length },
  }
}

/** One sentence per document becomes the completion, all before it the prefix (FACTOR 3.1; SEEDS 5.4). */
export const sentenceStep: PrefillStep = {
  key: 'sentence',
  title: 'Choose a sentence',
  summary:
    'Of a document, chooses the sentence that becomes the true completion: long enough, no headline, with text before it.',
  stage: VALIDATE,
  methods: ['rules'],
  uses: [],
  after: [],
  parameters: sentenceParameters,
  prompts: [],
  run: async (input, _, { parameters }) => choose(input, sentenceParameters.parse(parameters)),
}
