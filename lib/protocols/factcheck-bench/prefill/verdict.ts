import { z } from 'zod'
import type { PrefillStep, Proposal, StepInput, StepOutput, StepTools } from '@/lib/protocols/prefill'
import { askOne, doEach, numbered } from '@/lib/protocols/prefilling/asking'
import { rationaleOf } from '@/lib/protocols/prefilling/rationale'
import { type ClaimWithPassages, checkedClaims, hintOf, named } from './claim-evidence'
import { verdictPrompt } from './prompts/verify'

const RULES_SCORE = 0.4
const MOST_TOKENS = 500

interface Decided {
  claim: string
  verdict: string
  why: string
  /** Keys of the passages that it rests on. */
  relied: string[]
  promptHash?: string
}

/** Whether each claim is true by its evidence. */
export const verdictStep: PrefillStep = {
  key: 'verdict',
  title: 'Verdict',
  summary:
    'Proposes whether each claim is true, with the reason. The rules apply the guideline for corrections to the stances proposed before; a model is given all passages of the claim.',
  stage: 'verify',
  methods: ['model', 'rules'],
  uses: [],
  after: ['stance'],
  parameters: z.object({}),
  prompts: [verdictPrompt],
  async run(input, tools, { method }) {
    const claims = checkedClaims(input).filter(({ passages }) => passages.length > 0)
    if (method === 'rules')
      return outputOf(
        claims.flatMap((each) => byRules(input, each)),
        [],
      )
    const { results, problems } = await doEach(claims, (each) => byModel(tools, each))
    return outputOf(results, problems)
  },
}

function byRules(input: StepInput, each: ClaimWithPassages): Decided[] {
  const { verdict, why } = hintOf(input, each)
  return verdict === null ? [] : [{ claim: each.claim.key, verdict, why, relied: [] }]
}

const answer = z.object({
  reason: z.string(),
  verdict: z.enum(['true', 'false', 'not_enough_evidence']),
  passages: z.array(z.int()),
})

async function byModel(tools: StepTools, { claim, passages }: ClaimWithPassages): Promise<Decided> {
  const { value, promptHash } = await askOne(tools, {
    prompt: verdictPrompt,
    values: { claim: claim.text, passages: numbered(passages.map(({ text }) => text)) },
    answer,
    maxTokens: MOST_TOKENS,
  })
  const relied = named(passages, value.passages).map(({ key }) => key)
  return { claim: claim.key, verdict: value.verdict, why: value.reason.trim(), relied, promptHash }
}

function outputOf(decided: readonly Decided[], problems: readonly string[]): StepOutput {
  const supported = decided.filter(({ verdict }) => verdict === 'true').length
  const relied = Object.fromEntries(decided.map((each) => [each.claim, each.relied]))
  return {
    proposals: decided.map(asProposal),
    note: { supported, checked: decided.length, relied, problems: [...problems] },
  }
}

function asProposal({ claim: unit, verdict, why, promptHash }: Decided): Proposal {
  const from = promptHash ? { promptHash } : { score: RULES_SCORE }
  return { unit, question: 'verdict', value: verdict, ...from, ...rationaleOf(why) }
}

const noteSchema = z.object({ relied: z.record(z.string(), z.array(z.string())) })

/** The passages that the verdict on a claim rests on, as the step noted them. */
export const reliedOn = ({ notes }: Pick<StepInput, 'notes'>, claim: string): string[] =>
  noteSchema.safeParse(notes[verdictStep.key]).data?.relied[claim] ?? []

const countsSchema = z.object({ supported: z.int(), checked: z.int() })

/** How many of the claims with a verdict are supported; null where the step has not run. */
export const supportIn = (note: unknown): z.infer<typeof countsSchema> | null =>
  countsSchema.safeParse(note).data ?? null
