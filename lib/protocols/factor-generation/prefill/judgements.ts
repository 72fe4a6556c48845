import { z } from 'zod'
import { startOf } from '@/lib/protocols/factor-generation/common-start'
import { contentOf, type FactorGenerationContent } from '@/lib/protocols/factor-generation/content'
import { CONTINUATION, factOf, JUDGE } from '@/lib/protocols/factor-generation/labels'
import type { PrefillStep, Proposal, StepInput, StepOutput, StepTools } from '@/lib/protocols/prefill'
import { doEach } from '@/lib/protocols/prefilling/asking'
import { rationaleOf } from '@/lib/protocols/prefilling/rationale'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { numbersIn, saysAnything, telling } from '@/lib/protocols/rules/words'
import { judgementPrompt } from './prompts'

/* What a text seems to say of a fact, by the words in which the true and the false sentence differ. It cannot read. */

const wordsOf = (text: string) => new Set([...telling(text), ...numbersIn(text)])

/** True where the text has words of the true sentence alone, false where of the false one alone, else neutral; and why. */
function lexicalJudgement(text: string, { completion, contradiction }: FactorGenerationContent): [string, string] {
  const [right, wrong, said] = [wordsOf(completion), wordsOf(contradiction), wordsOf(text)]
  const forIt = [...right].filter((word) => said.has(word) && !wrong.has(word))
  const againstIt = [...wrong].filter((word) => said.has(word) && !right.has(word))
  if (forIt.length > 0 && againstIt.length > 0) return ['neutral', 'it has words of both sentences.']
  if (forIt.length > 0) return ['true', `it has ${quoted(forIt)}, which only the true completion has.`]
  if (againstIt.length > 0) return ['false', `it has ${quoted(againstIt)}, which only the contradiction has.`]
  return ['neutral', 'it has none of the words that differ.']
}

const quoted = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ')

const MOST_TOKENS = 300
const parameters = z.object({})
const answer = z.object({ judgement: z.enum(['true', 'false', 'neutral', 'ill-formed']), reason: z.string() })

/** Proposes what each text says of the fact. */
export const judgementsStep: PrefillStep = {
  key: 'judgements',
  title: 'Judgements',
  summary:
    'Proposes for each text whether it states the fact. The rules look for the words in which the two sentences differ; they do not understand the text.',
  stage: JUDGE,
  methods: ['model', 'rules'],
  uses: [],
  after: [],
  parameters,
  prompts: [judgementPrompt],
  run: async (input, tools, { method }) => {
    const fact = factOf(input.units)
    if (fact === null) return { note: { judged: 0, why: 'No single fact was found.' } }
    return method === 'rules' ? byRules(input) : byModel(input, tools, fact)
  },
}

const textsOf = ({ units }: StepInput): UnitDraft[] => units.filter(({ kind }) => kind === CONTINUATION)

function byRules(input: StepInput): StepOutput {
  const pair = contentOf(input.content)
  const proposals = textsOf(input).map(({ key, text }): Proposal => {
    const about = { unit: key, question: 'judgement' }
    if (!saysAnything(text))
      return { ...about, value: 'ill-formed', score: 0.9, rationale: 'By rules: the text holds no words.' }
    const [value, why] = lexicalJudgement(text, pair)
    return { ...about, value, score: 0.3, rationale: `By rules: ${why}` }
  })
  return { proposals, note: { judged: proposals.length } }
}

/** One question a text: what one of them says reaches no other. */
async function byModel(input: StepInput, tools: StepTools, fact: string): Promise<StepOutput> {
  const start = startOf(contentOf(input.content)) || 'nothing'
  const { results, problems } = await doEach(textsOf(input), async ({ key, text }): Promise<Proposal> => {
    const values = { fact, start, text: text.trim() || 'nothing' }
    const { value, promptHash } = await tools.ask({ prompt: judgementPrompt, values, answer, maxTokens: MOST_TOKENS })
    return { unit: key, question: 'judgement', value: value.judgement, promptHash, ...rationaleOf(value.reason) }
  })
  return { proposals: results, note: { judged: results.length, problems } }
}
