import { z } from 'zod'
import { startOf } from '@/lib/protocols/factor-generation/common-start'
import { contentOf } from '@/lib/protocols/factor-generation/content'
import { CONTINUATION, factOf, JUDGE } from '@/lib/protocols/factor-generation/labels'
import {
  type FailureCode,
  type PrefillStep,
  type Proposal,
  StepFailure,
  type StepInput,
  type StepOutput,
  type StepTools,
} from '@/lib/protocols/prefill'
import { rationaleOf } from '@/lib/protocols/prefilling/rationale'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { numbersIn, saysAnything, telling } from '@/lib/protocols/rules/words'
import { judgementPrompt } from './prompts'

/* What a text seems to say of a fact, by the words in which the true and the false sentence differ. It cannot read. */

interface JudgementHint {
  judgement: 'true' | 'false' | 'neutral' | 'ill-formed'
  score: number
  why: string
}

interface Given {
  completion: string
  contradiction: string
  text: string
}

const wordsOf = (text: string) => new Set([...telling(text), ...numbersIn(text)])

/** True where the text has words of the true sentence alone, false where of the false one alone, else neutral. */
function lexicalJudgement({ completion, contradiction, text }: Given): JudgementHint {
  if (!saysAnything(text)) return { judgement: 'ill-formed', score: 0.9, why: 'By rules: the text holds no words.' }
  const [right, wrong, said] = [completion, contradiction, text].map(wordsOf)
  const among = (words: ReadonlySet<string> = new Set(), other: ReadonlySet<string> = new Set()) =>
    [...words].filter((word) => !other.has(word) && said?.has(word))
  const [forIt, againstIt] = [among(right, wrong), among(wrong, right)]
  const quoted = (words: string[]) => words.map((word) => `“${word}”`).join(', ')
  if (forIt.length > 0 && againstIt.length === 0)
    return {
      judgement: 'true',
      score: 0.3,
      why: `By rules: it has ${quoted(forIt)}, which only the true completion has.`,
    }
  if (againstIt.length > 0 && forIt.length === 0)
    return {
      judgement: 'false',
      score: 0.3,
      why: `By rules: it has ${quoted(againstIt)}, which only the contradiction has.`,
    }
  const why =
    forIt.length > 0 ? 'By rules: it has words of both sentences.' : 'By rules: it has none of the words that differ.'
  return { judgement: 'neutral', score: 0.3, why }
}

const MOST_TOKENS = 300
const parameters = z.object({})
const answer = z.object({ judgement: z.enum(['true', 'false', 'neutral', 'ill-formed']), reason: z.string() })

/** Failures of one text that say nothing about the others. */
const OF_ONE: readonly FailureCode[] = ['refused', 'truncated', 'malformed', 'bad_request']

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
  const { completion, contradiction } = contentOf(input.content)
  const proposals = textsOf(input).map(({ key, text }): Proposal => {
    const { judgement, score, why } = lexicalJudgement({ completion, contradiction, text })
    return { unit: key, question: 'judgement', value: judgement, score, rationale: why }
  })
  return { proposals, note: { judged: proposals.length } }
}

/** One question a text: what one of them says reaches no other. */
async function byModel(input: StepInput, tools: StepTools, fact: string): Promise<StepOutput> {
  const start = startOf(contentOf(input.content)) || 'nothing'
  const proposals: Proposal[] = []
  const failures: StepFailure[] = []
  for (const { key, text } of textsOf(input)) {
    try {
      const values = { fact, start, text: text.trim() || 'nothing' }
      const modelReply = await tools.ask({ prompt: judgementPrompt, values, answer, maxTokens: MOST_TOKENS })
      const { judgement, reason } = modelReply.value
      const { promptHash } = modelReply
      proposals.push({ unit: key, question: 'judgement', value: judgement, promptHash, ...rationaleOf(reason) })
    } catch (error) {
      if (!(error instanceof StepFailure) || !OF_ONE.includes(error.code)) throw error
      failures.push(error)
    }
  }
  const [first] = failures
  if (first && proposals.length === 0) throw first
  return { proposals, note: { judged: proposals.length, problems: failures.map(({ message }) => message) } }
}
