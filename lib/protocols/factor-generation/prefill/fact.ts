import { z } from 'zod'
import { contentOf } from '@/lib/protocols/factor-generation/content'
import { FACT, ITEM } from '@/lib/protocols/factor-generation/labels'
import type { PrefillStep, Proposal, StepOutput, StepTools } from '@/lib/protocols/prefill'
import { rationaleOf } from '@/lib/protocols/prefilling/rationale'
import type { Json } from '@/lib/protocols/protocol'
import { wordDiff } from '@/lib/text/word-diff'
import { factPrompt } from './prompts'

const MOST_TOKENS = 400
const parameters = z.object({})
const answer = z.object({ fact: z.string().nullable(), reason: z.string() })

/** Proposes the fact that the contradiction changes. */
export const factStep: PrefillStep = {
  key: 'fact',
  title: 'Minimal fact',
  summary:
    'Proposes the fact that the contradiction changes. The rules take the clause of the true completion in which words differ; they do not understand it.',
  stage: FACT,
  methods: ['model', 'rules'],
  uses: [],
  after: [],
  parameters,
  prompts: [factPrompt],
  run: async ({ content }, tools, { method }) => (method === 'rules' ? byRules(content) : byModel(content, tools)),
}

async function byModel(content: Json, tools: StepTools): Promise<StepOutput> {
  const { prefix, completion, contradiction } = contentOf(content)
  const modelReply = await tools.ask({
    prompt: factPrompt,
    values: { prefix: prefix || 'nothing', completion, contradiction },
    answer,
    maxTokens: MOST_TOKENS,
  })
  const fact = modelReply.value.fact?.trim() ?? ''
  return proposed(fact, { promptHash: modelReply.promptHash, ...rationaleOf(modelReply.value.reason) })
}

/** A fact, or that there is none where it is empty. */
function proposed(fact: string, why: Pick<Proposal, 'promptHash' | 'score' | 'rationale'>): StepOutput {
  const about = { unit: ITEM, ...why }
  if (fact === '') return { proposals: [{ ...about, question: 'kind', value: 'none' }] }
  return {
    proposals: [
      { ...about, question: 'kind', value: 'fact' },
      { ...about, question: 'fact', value: fact },
    ],
  }
}

function byRules(content: Json): StepOutput {
  const { completion, contradiction } = contentOf(content)
  const clause = changedClause(completion, contradiction)
  if (clause === null) return { note: { found: 'The sentences differ in no words of the true completion.' } }
  return proposed(clause, {
    score: 0.2,
    rationale: 'By rules: the part of the true completion in which words differ.',
  })
}

/** Where the last clause of a text begins. */
const endOfClause = (text: string): number => Math.max(...Array.from(',;:–—', (mark) => text.lastIndexOf(mark))) + 1

/** From the first clause with a changed word to the last one; null where nothing of the completion was changed. */
export function changedClause(completion: string, contradiction: string): string | null {
  let offset = 0
  const changed: { from: number; to: number }[] = []
  for (const { kind, text } of wordDiff(completion, contradiction)) {
    if (kind === 'removed' && /[\p{L}\p{N}]/u.test(text)) changed.push({ from: offset, to: offset + text.length })
    if (kind !== 'added') offset += text.length
  }
  const [first, last] = [changed[0], changed.at(-1)]
  if (!first || !last) return null
  const before = endOfClause(completion.slice(0, first.from))
  const ending = completion.slice(last.to).search(/[,;:–—]/)
  const clause = completion.slice(before, ending < 0 ? undefined : last.to + ending).trim()
  return clause === '' ? null : clause
}
