import { z } from 'zod'
import type { PrefillStep, Proposal, StepInput, StepTools } from '@/lib/protocols/prefill'
import { askOne, doEach, numbered } from '@/lib/protocols/prefilling/asking'
import { type ClaimWithPassages, checkedClaims, hintOf, stanceOf } from './claim-evidence'
import { enoughPrompt } from './prompts/verify'

const MOST_TOKENS = 300

/** Whether the automatic evidence decides each claim. */
export const enoughStep: PrefillStep = {
  key: 'enough',
  title: 'Enough evidence',
  summary:
    'Proposes whether the passages found decide each claim. The rules go by the stances; a claim without passages never has enough.',
  stage: 'verify',
  methods: ['rules', 'model'],
  uses: [],
  after: ['stance'],
  parameters: z.object({}),
  prompts: [enoughPrompt],
  async run(input, tools, { method }) {
    const claims = checkedClaims(input)
    if (method === 'rules')
      return outputOf(
        claims.flatMap((each) => byRules(input, each)),
        [],
      )
    const withPassages = claims.filter(({ passages }) => passages.length > 0)
    const { results, problems } = await doEach(withPassages, (each) => byModel(tools, each))
    return outputOf(results, problems)
  },
}

const outputOf = (proposals: readonly Proposal[], problems: readonly string[]) => ({
  proposals,
  note: {
    enough: proposals.filter(({ value }) => value === 'yes').length,
    of: proposals.length,
    problems: [...problems],
  },
})

const withoutPassages = ({ claim }: ClaimWithPassages): Proposal => ({
  unit: claim.key,
  question: 'enough',
  value: 'no',
  score: 1,
  rationale: 'No passage was found for this claim.',
})

function byRules(input: StepInput, each: ClaimWithPassages): Proposal[] {
  if (each.passages.length === 0) return [withoutPassages(each)]
  const stances = each.passages.map((passage) => stanceOf(input, passage))
  if (stances.every((stance) => stance === null)) return []
  const { verdict, why } = hintOf(input, each)
  const value = verdict === 'true' || verdict === 'false' ? 'yes' : 'no'
  return [{ unit: each.claim.key, question: 'enough', value, score: 0.4, rationale: why }]
}

const answer = z.object({ enough: z.enum(['yes', 'no']), reason: z.string() })

async function byModel(tools: StepTools, { claim, passages }: ClaimWithPassages): Promise<Proposal> {
  const { value, promptHash } = await askOne(tools, {
    prompt: enoughPrompt,
    values: { claim: claim.text, passages: numbered(passages.map(({ text }) => text)) },
    answer,
    maxTokens: MOST_TOKENS,
  })
  return { unit: claim.key, question: 'enough', value: value.enough, rationale: value.reason.trim(), promptHash }
}
