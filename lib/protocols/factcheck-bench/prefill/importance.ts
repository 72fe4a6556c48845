import { z } from 'zod'
import { contentOf } from '@/lib/protocols/factcheck-bench/content'
import type { PrefillStep, Proposal, StepInput } from '@/lib/protocols/prefill'
import { worthOf } from '@/lib/protocols/rules/check-worthiness'
import { telling } from '@/lib/protocols/rules/words'
import { asProposals, coverage, rateSentences } from './about-sentences'
import { importancePrompt } from './prompts/decompose'
import { ofKind, sentenceText } from './step-input'

const values = ['yes', 'intermediate', 'no'] as const

/** How much each sentence matters for answering the prompt. Claims get theirs in the step that lists them. */
export const importanceStep: PrefillStep = {
  key: 'importance',
  title: 'Importance of sentences',
  summary:
    'Proposes how much each sentence matters for the answer. The rules take the first statement, and the one that shares most words with the prompt, for the most important.',
  stage: 'decompose',
  methods: ['model', 'rules'],
  uses: [],
  after: [],
  parameters: z.object({}),
  prompts: [importancePrompt],
  async run(input, tools, { method }) {
    const proposals =
      method === 'rules'
        ? byRules(input)
        : asProposals('importance', await rateSentences(input, tools, importancePrompt, values))
    return { proposals, note: coverage(input, proposals) }
  },
}

interface Rated {
  key: string
  states: boolean
  shared: number
}

function byRules(input: StepInput): Proposal[] {
  const promptWords = telling(contentOf(input.content).prompt)
  const rated = ofKind(input, 'sentence').map((sentence): Rated => {
    const text = sentenceText(input, sentence)
    const shared = [...telling(text)].filter((word) => promptWords.has(word)).length
    return { key: sentence.key, states: worthOf(text).worth === 'fact', shared }
  })
  const first = rated.find(({ states }) => states)
  const most = Math.max(0, ...rated.filter(({ states }) => states).map(({ shared }) => shared))
  return rated.map((each) => ({ unit: each.key, question: 'importance', ...importanceOf(each, first, most) }))
}

function importanceOf(each: Rated, first: Rated | undefined, most: number) {
  if (!each.states) return { value: 'no', score: 0.4, rationale: 'It does not look like a statement.' }
  if (each === first) return { value: 'yes', score: 0.5, rationale: 'It is the first statement of the response.' }
  if (each.shared === most && most > 1)
    return { value: 'yes', score: 0.35, rationale: 'No other statement shares more words with the prompt.' }
  return {
    value: 'intermediate',
    score: 0.35,
    rationale: 'It is neither the first statement nor the closest to the prompt.',
  }
}
