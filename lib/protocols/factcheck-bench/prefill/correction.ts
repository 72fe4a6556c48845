import { z } from 'zod'
import type { PrefillStep, Proposal, StepInput, StepTools } from '@/lib/protocols/prefill'
import { askOne, doEach, numbered, roomFor } from '@/lib/protocols/prefilling/asking'
import { rationaleOf } from '@/lib/protocols/prefilling/rationale'
import { sameTextIgnoringSpace } from '@/lib/text/same-text'
import { type ClaimWithPassages, checkedClaims, named } from './claim-evidence'
import { correctionPrompt } from './prompts/verify'
import { proposed } from './step-input'

const LONGEST = 5_000

/** How a claim that is proposed to be false should read. */
export const correctionStep: PrefillStep = {
  key: 'correction',
  title: 'Correction',
  summary:
    'Proposes for each claim with the verdict false how it reads correctly, with as few words changed as possible, or its deletion, and the passages that this rests on.',
  stage: 'verify',
  methods: ['model'],
  uses: [],
  after: ['verdict'],
  parameters: z.object({}),
  prompts: [correctionPrompt],
  async run(input, tools) {
    const claims = falseClaims(input).filter(({ passages }) => passages.length > 0)
    const { results, problems } = await doEach(claims, (each) => correct(input, tools, each))
    const proposals = results.flat()
    const edited = proposals.filter(({ question }) => question === 'revised').length
    return { proposals, note: { edited, deleted: results.length - edited, problems } }
  },
}

export const falseClaims = (input: StepInput): ClaimWithPassages[] =>
  checkedClaims(input).filter(({ claim }) => proposed(input, claim.key, 'verdict') === 'false')

const answer = z.object({
  reason: z.string(),
  action: z.enum(['edit', 'delete']),
  corrected: z.string().nullable(),
  passages: z.array(z.int()),
})
type Answer = z.infer<typeof answer>

async function correct(input: StepInput, tools: StepTools, each: ClaimWithPassages): Promise<Proposal[]> {
  const { claim, passages } = each
  const texts = passages.map(({ text }) => text)
  const isUsable = ({ action, corrected }: Answer) => action === 'delete' || isCorrection(claim.text, corrected)
  const question = {
    prompt: correctionPrompt,
    values: { claim: claim.text, reason: whyFalse(input, claim.key), passages: numbered(texts) },
    answer,
    maxTokens: roomFor(tools, [claim.text], 300),
  }
  const { value, promptHash } = await askOne(tools, question, isUsable)
  const proposal = (name: string, proposedValue: Proposal['value']): Proposal => ({
    unit: claim.key,
    question: name,
    value: proposedValue,
    promptHash,
    ...rationaleOf(value.reason),
  })
  const references = named(passages, value.passages).map(({ key }) => key)
  return [
    proposal('correction', value.action),
    ...(value.action === 'edit' ? [proposal('revised', (value.corrected ?? '').trim())] : []),
    ...(references.length > 0 ? [proposal('references', references)] : []),
  ]
}

/** A text that is not the claim as it was. */
const isCorrection = (claim: string, corrected: string | null): boolean =>
  corrected !== null &&
  corrected.trim() !== '' &&
  corrected.length <= LONGEST &&
  !sameTextIgnoringSpace(claim, corrected)

function whyFalse({ proposals }: StepInput, claim: string): string {
  const verdict = proposals.findLast(({ unit, question }) => unit === claim && question === 'verdict')
  return verdict?.rationale ?? 'Passages refute it.'
}
