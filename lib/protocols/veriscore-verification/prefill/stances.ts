import { z } from 'zod'
import type { PrefillStep, Proposal, StepTools } from '@/lib/protocols/prefill'
import { rationaleOf } from '@/lib/protocols/prefilling/rationale'
import { lexicalStance, type StanceHint } from '@/lib/protocols/rules/stance'
import { VERIFY } from '@/lib/protocols/veriscore-verification/fields'
import { type ClaimWithResults, claimWithResults, numberedResults, resultText } from './claim-results'
import { stancesPrompt } from './prompts'

const TOKENS_EACH = 80

/** What each search result says of the claim; a model is asked about all of them at once. */
export const stancesStep: PrefillStep = {
  key: 'stances',
  title: 'Stance of each result',
  summary:
    'Proposes for each search result whether it supports or contradicts the claim. The rules compare words, numbers and negation; they do not understand the text.',
  stage: VERIFY,
  methods: ['model', 'rules'],
  uses: [],
  after: ['results'],
  parameters: z.object({}),
  prompts: [stancesPrompt],
  async run(input, tools, { method }) {
    const claim = claimWithResults(input)
    if (claim.results.length === 0) return { note: { results: 0, answered: 0 } }
    const proposals = method === 'rules' ? byRules(claim) : await byModel(tools, claim)
    return { proposals, note: { results: claim.results.length, answered: proposals.length } }
  },
}

const VALUES: Readonly<Record<StanceHint['stance'], string>> = {
  supports: 'supports',
  partly: 'supports',
  refutes: 'contradicts',
  irrelevant: 'inconclusive',
}

const byRules = ({ claim, results }: ClaimWithResults): Proposal[] =>
  results.map((unit) => {
    const { stance, score, why } = lexicalStance(claim, resultText(unit))
    return { unit: unit.key, question: 'stance', value: VALUES[stance], score, rationale: why }
  })

const answer = z.object({
  entries: z.array(
    z.object({ number: z.int(), stance: z.enum(['supports', 'contradicts', 'inconclusive']), reason: z.string() }),
  ),
})

/** Of two entries about one result the first counts; entries about none are left out. */
async function byModel(tools: StepTools, { claim, results }: ClaimWithResults): Promise<Proposal[]> {
  const { value, promptHash } = await tools.ask({
    prompt: stancesPrompt,
    values: { claim, results: numberedResults(results) },
    answer,
    maxTokens: TOKENS_EACH * (results.length + 2),
  })
  return results.flatMap(({ key: unit }, index): Proposal[] => {
    const entry = value.entries.find(({ number }) => number === index + 1)
    return entry ? [{ unit, question: 'stance', value: entry.stance, promptHash, ...rationaleOf(entry.reason) }] : []
  })
}
